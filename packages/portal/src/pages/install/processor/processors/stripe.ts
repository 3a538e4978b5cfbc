import { stripeRights } from '@goodword/domain/processors/stripe-rights'
import type { ProcessorForm } from './processor-form.ts'

export const stripe: ProcessorForm = {
  processor: 'stripe',
  name: 'Stripe',
  choice: 'Stripe Billing, also with Checkout. Coupons are made as they are needed.',
  guide: '/docs/guides/reference/stripe',
  explanation: (isLive) =>
    `In Stripe’s Dashboard, ${isLive ? 'outside of a sandbox' : 'in a sandbox or in test mode'}, open Developers → API keys and create a restricted key with the rights below.`,
  picture: {
    name: 'Stripe’s Dashboard',
    menu: ['Customers', 'Subscriptions', 'API keys', 'Webhooks'],
    current: 'API keys',
    lines: [
      { label: 'Restricted key', value: 'rk_test_…', mark: '1' },
      { label: 'Permissions', value: 'Read · Write', mark: '2' },
      { label: 'Endpoint', value: 'Add', mark: '3' },
      { label: 'Signing secret', value: 'whsec_…', mark: '4' },
    ],
    legend: [
      'The restricted key: Stripe shows it once, when it is created',
      'Its rights, as listed below',
      'The endpoint. It is registered by itself where the key may write Webhook Endpoints; else add it under Webhooks',
      'The signing secret of an endpoint that you added',
    ],
  },
  rights: stripeRights.map(({ label }) => label),
  called: {
    sandboxHint: 'A sandbox or the test mode of your account. No real money moves.',
    local: {
      name: 'local Stripe',
      addressLabel: 'Address of the local Stripe',
      hint: 'Such as http://127.0.0.1:3002, which npm run stripe-sandbox opens. Any key such as rk_test_mine has an account there.',
      setup: 'and choose the account.',
      webhooks: 'choose the account, and open Webhooks.',
    },
    webhook: {
      real: 'A key that may write Webhook Endpoints has registered this URL there. Otherwise add an endpoint with it and every kind of event below, and enter its signing secret by “Replace the keys”.',
      local: 'A key that may write Webhook Endpoints has registered this URL there.',
    },
    clock:
      'Set this one as the barrier of the account by its control API: when its time moves, such as to the next invoice, this program moves with it.',
  },
  fields: [
    {
      name: 'apiKey',
      label: 'Restricted key',
      isSecret: true,
      hint: 'It begins with rk_test_ for a test program, with rk_live_ for a live one. Stored encrypted, and never shown again.',
    },
    {
      name: 'webhookSecret',
      label: 'Signing secret of the webhook',
      isSecret: true,
      isOptional: true,
      hint: 'Leave it empty if the key may write Webhook Endpoints: the endpoint is registered by itself then. It begins with whsec_.',
    },
  ],
  body: (environment, { apiKey = '', webhookSecret = '' }) => ({
    processor: 'stripe',
    environment,
    apiKey,
    ...(webhookSecret === '' ? {} : { webhookSecret }),
  }),
  accountWord: 'Account',
  secrets: ['Restricted key', 'Signing secret'],
  places: {
    setup: 'Do these in Stripe’s Dashboard.',
    webhooks: 'In Stripe’s Dashboard, open Developers → Webhooks.',
  },
  complete: 'The rights of the key and the webhook are there. Coupons are made as they are needed.',
}
