import type { ProcessorForm } from './processor-form.ts'

export const braintree: ProcessorForm = {
  processor: 'braintree',
  name: 'Braintree',
  choice: 'Subscriptions with add-ons and discounts, and their webhooks.',
  guide: '/docs/guides/reference/braintree',
  explanation: (isLive) =>
    `In Braintree’s control panel of ${isLive ? 'production' : 'the sandbox'}, open Settings → API to find the three values.`,
  picture: {
    name: 'Braintree’s control panel',
    menu: ['Processing', 'Subscriptions', 'Team', 'API'],
    current: 'API',
    lines: [
      { label: 'Merchant ID', value: 'a1b2c3d4…', mark: '1' },
      { label: 'Public Key', value: 'q7w8e9r0…', mark: '2' },
      { label: 'Private Key', value: 'View', mark: '3' },
      { label: 'Webhooks', value: 'Create', mark: '4' },
    ],
    legend: [
      'The Merchant ID',
      'The Public Key of an API key whose role has the rights below',
      'Its Private Key',
      'The place for the Webhook URL that is shown once the program is connected',
    ],
  },
  rights: [
    'Manage Customers and Payment Methods',
    'View Modifications',
    'View Subscription Plans',
    'View Subscriptions',
    'Search Subscriptions',
    'Add/Edit Subscriptions',
    'Credit Previous Transactions (Refunds)',
  ],
  called: {
    sandboxHint: 'Braintree’s own test system. No real money moves.',
    local: {
      name: 'local gateway',
      addressLabel: 'Address of the gateway',
      hint: 'Such as http://127.0.0.1:3001, which npm start opens. Its page shows the three values under Set-up.',
      setup: 'choose the merchant, and open Set-up.',
      webhooks: 'choose the merchant, and open Webhooks.',
    },
    webhook: {
      real: 'Create a webhook with this URL and every kind of notification below, then press “Check URL” there.',
      local: 'Add a destination with this URL, then press “Send a test” there.',
    },
    clock:
      'Add this one there as the follower of the clock: when you move the gateway’s time, such as to the next bill, this program moves with it.',
  },
  fields: [
    { name: 'merchantId', label: 'Merchant ID', isSecret: false },
    { name: 'publicKey', label: 'Public Key', isSecret: false },
    {
      name: 'privateKey',
      label: 'Private Key',
      isSecret: true,
      hint: 'Stored encrypted, and never shown again.',
    },
  ],
  body: (environment, { merchantId = '', publicKey = '', privateKey = '' }) => ({
    processor: 'braintree',
    environment,
    merchantId,
    publicKey,
    privateKey,
  }),
  accountWord: 'Merchant ID',
  secrets: ['Private Key'],
  places: {
    setup: 'Do these in Braintree’s control panel.',
    webhooks: 'In Braintree’s control panel, open Settings → API → Webhooks.',
  },
  complete: 'The custom field, the discount, the permissions and the webhook are there.',
}
