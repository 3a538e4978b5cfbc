import type Stripe from 'stripe'
import type { Made } from './given-one-of-each.ts'

export type Case = readonly [
  name: string,
  call: (stripe: Stripe, made: Made) => Promise<{ readonly object: string }>,
]

const metadata = { order_id: '6735' }
const few = { limit: 3 }

/** The generated examples from payment intents on. */
export const casesOfPayments: readonly Case[] = [
  ['paymentIntents.list', (stripe) => stripe.paymentIntents.list(few)],
  ['paymentIntents.retrieve', (stripe, { intent }) => stripe.paymentIntents.retrieve(intent)],
  [
    'paymentIntents.create',
    (stripe) =>
      stripe.paymentIntents.create({
        amount: 1099,
        currency: 'eur',
        automatic_payment_methods: { enabled: true },
      }),
  ],
  [
    'paymentIntents.update',
    async (stripe) => stripe.paymentIntents.update((await givenIntent(stripe)).id, { metadata }),
  ],
  [
    'paymentIntents.confirm',
    async (stripe) =>
      stripe.paymentIntents.confirm((await givenIntent(stripe)).id, { payment_method: 'pm_card_visa' }),
  ],
  [
    'paymentIntents.capture',
    async (stripe) => {
      const { id } = await givenIntent(stripe, { payment_method: 'pm_card_visa', confirm: true })
      return stripe.paymentIntents.capture(id)
    },
  ],
  ['paymentIntents.cancel', async (stripe) => stripe.paymentIntents.cancel((await givenIntent(stripe)).id)],
  ['paymentMethods.detach', (stripe, { method }) => stripe.paymentMethods.detach(method)],
  [
    'paymentMethods.attach',
    (stripe, { method, customer }) => stripe.paymentMethods.attach(method, { customer }),
  ],
  ['paymentMethods.list', (stripe, { customer }) => stripe.paymentMethods.list({ customer, type: 'card' })],
  ['paymentMethods.retrieve', (stripe, { method }) => stripe.paymentMethods.retrieve(method)],
  ['paymentMethods.update', (stripe, { method }) => stripe.paymentMethods.update(method, { metadata })],
  [
    'paymentMethods.create',
    (stripe) => {
      const card = { number: '4242424242424242', exp_month: 8, exp_year: 2034, cvc: '314' }
      return stripe.paymentMethods.create({ type: 'card', card })
    },
  ],
  ['prices.list', (stripe) => stripe.prices.list(few)],
  ['prices.retrieve', (stripe, { price }) => stripe.prices.retrieve(price)],
  [
    'prices.create',
    (stripe, { product }) =>
      stripe.prices.create({ unit_amount: 2000, currency: 'usd', recurring: { interval: 'month' }, product }),
  ],
  ['prices.update', (stripe, { price }) => stripe.prices.update(price, { metadata })],
  ['products.create', (stripe) => stripe.products.create({ name: 'Gold Special' })],
  [
    'products.del',
    async (stripe) => stripe.products.del((await stripe.products.create({ name: 'Gold' })).id),
  ],
  ['products.list', (stripe) => stripe.products.list(few)],
  ['products.retrieve', (stripe, { product }) => stripe.products.retrieve(product)],
  ['products.update', (stripe, { product }) => stripe.products.update(product, { metadata })],
  ['promotionCodes.list', (stripe) => stripe.promotionCodes.list(few)],
  ['promotionCodes.retrieve', (stripe, { code }) => stripe.promotionCodes.retrieve(code)],
  [
    'promotionCodes.create',
    (stripe, { coupon }) => stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon } }),
  ],
  ['promotionCodes.update', (stripe, { code }) => stripe.promotionCodes.update(code, { metadata })],
  ['refunds.list', (stripe) => stripe.refunds.list(few)],
  ['refunds.create', (stripe, { charge }) => stripe.refunds.create({ charge })],
  [
    'refunds.retrieve',
    async (stripe, { charge }) => stripe.refunds.retrieve((await stripe.refunds.create({ charge })).id),
  ],
  [
    'refunds.update',
    async (stripe, { charge }) =>
      stripe.refunds.update((await stripe.refunds.create({ charge, amount: 1 })).id, { metadata }),
  ],
  ['setupIntents.list', (stripe) => stripe.setupIntents.list(few)],
  ['setupIntents.create', (stripe) => stripe.setupIntents.create({ allowed_payment_method_types: ['card'] })],
  ['setupIntents.retrieve', async (stripe) => stripe.setupIntents.retrieve(await givenSetup(stripe))],
  [
    'setupIntents.update',
    async (stripe) => stripe.setupIntents.update(await givenSetup(stripe), { metadata }),
  ],
  [
    'setupIntents.confirm',
    async (stripe) =>
      stripe.setupIntents.confirm(await givenSetup(stripe), { payment_method: 'pm_card_visa' }),
  ],
  ['setupIntents.cancel', async (stripe) => stripe.setupIntents.cancel(await givenSetup(stripe))],
  [
    'subscriptionSchedules.create',
    (stripe, { customer, price }) =>
      stripe.subscriptionSchedules.create({
        customer,
        start_date: 1_893_456_000,
        end_behavior: 'release',
        phases: [{ items: [{ price, quantity: 1 }], duration: { interval: 'month', interval_count: 12 } }],
      }),
  ],
  ['subscriptionSchedules.list', (stripe) => stripe.subscriptionSchedules.list(few)],
  [
    'subscriptionSchedules.retrieve',
    async (stripe, made) => stripe.subscriptionSchedules.retrieve(await givenSchedule(stripe, made)),
  ],
  [
    'subscriptionSchedules.update',
    async (stripe, made) =>
      stripe.subscriptionSchedules.update(await givenSchedule(stripe, made), { end_behavior: 'release' }),
  ],
  [
    'subscriptionSchedules.release',
    async (stripe, made) => stripe.subscriptionSchedules.release(await givenSchedule(stripe, made)),
  ],
  [
    'subscriptionSchedules.cancel',
    async (stripe, made) => stripe.subscriptionSchedules.cancel(await givenSchedule(stripe, made)),
  ],
  ['billingPortal.configurations.list', (stripe) => stripe.billingPortal.configurations.list(few)],
  [
    'billingPortal.configurations.create',
    (stripe) => {
      const customer_update = { allowed_updates: ['email' as const, 'tax_id' as const], enabled: true }
      const business_profile = { privacy_policy_url: 'https://example.com/privacy' }
      const features = { customer_update, invoice_history: { enabled: true } }
      return stripe.billingPortal.configurations.create({ features, business_profile })
    },
  ],
  [
    'billingPortal.sessions.create',
    (stripe, { customer }) =>
      stripe.billingPortal.sessions.create({ customer, return_url: 'https://example.com/account' }),
  ],
  ['subscriptionItems.list', (stripe, { subscription }) => stripe.subscriptionItems.list({ subscription })],
  ['subscriptionItems.retrieve', (stripe, { item }) => stripe.subscriptionItems.retrieve(item)],
  ['subscriptionItems.update', (stripe, { item }) => stripe.subscriptionItems.update(item, { metadata })],
  [
    'subscriptionItems.create',
    (stripe, { subscription, price }) =>
      stripe.subscriptionItems.create({ subscription, price, quantity: 2 }),
  ],
  [
    'subscriptionItems.del',
    async (stripe, { subscription, price }) =>
      stripe.subscriptionItems.del((await stripe.subscriptionItems.create({ subscription, price })).id),
  ],
  ['subscriptions.cancel', (stripe, { subscription }) => stripe.subscriptions.cancel(subscription)],
  [
    'subscriptions.deleteDiscount',
    (stripe, { subscription }) => stripe.subscriptions.deleteDiscount(subscription),
  ],
  ['subscriptions.list', (stripe) => stripe.subscriptions.list(few)],
  ['subscriptions.retrieve', (stripe, { subscription }) => stripe.subscriptions.retrieve(subscription)],
  [
    'subscriptions.create',
    (stripe, { customer, price }) => stripe.subscriptions.create({ customer, items: [{ price }] }),
  ],
  [
    'subscriptions.update',
    (stripe, { subscription }) => stripe.subscriptions.update(subscription, { metadata }),
  ],
  ['taxRates.list', (stripe) => stripe.taxRates.list(few)],
  ['taxRates.retrieve', (stripe, { rate }) => stripe.taxRates.retrieve(rate)],
  [
    'taxRates.create',
    (stripe) => {
      const germany = { description: 'VAT Germany', jurisdiction: 'DE' }
      return stripe.taxRates.create({ display_name: 'VAT', ...germany, percentage: 16, inclusive: false })
    },
  ],
  ['taxRates.update', (stripe, { rate }) => stripe.taxRates.update(rate, { active: false })],
  [
    'testClocks.advance',
    (stripe, { clock }) => stripe.testHelpers.testClocks.advance(clock, { frozen_time: 1_893_456_000 }),
  ],
  ['testClocks.del', (stripe, { clock }) => stripe.testHelpers.testClocks.del(clock)],
  ['testClocks.list', (stripe) => stripe.testHelpers.testClocks.list(few)],
  ['testClocks.retrieve', (stripe, { clock }) => stripe.testHelpers.testClocks.retrieve(clock)],
  [
    'testClocks.create',
    (stripe) => stripe.testHelpers.testClocks.create({ frozen_time: 123, name: 'cogsworth' }),
  ],
  [
    'webhookEndpoints.create',
    (stripe) => {
      const url = 'https://example.com/my/webhook/endpoint'
      return stripe.webhookEndpoints.create({ url, enabled_events: ['charge.failed', 'charge.succeeded'] })
    },
  ],
  ['webhookEndpoints.del', (stripe, { endpoint }) => stripe.webhookEndpoints.del(endpoint)],
  ['webhookEndpoints.list', (stripe) => stripe.webhookEndpoints.list(few)],
  ['webhookEndpoints.retrieve', (stripe, { endpoint }) => stripe.webhookEndpoints.retrieve(endpoint)],
  [
    'webhookEndpoints.update',
    (stripe, { endpoint }) =>
      stripe.webhookEndpoints.update(endpoint, { url: 'https://example.com/new_endpoint' }),
  ],
]

function givenIntent(stripe: Stripe, params: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({ amount: 10_99, currency: 'usd', capture_method: 'manual', ...params })
}

async function givenSetup(stripe: Stripe): Promise<string> {
  return (await stripe.setupIntents.create({})).id
}

async function givenSchedule(stripe: Stripe, { subscription }: Made): Promise<string> {
  return (await stripe.subscriptionSchedules.create({ from_subscription: subscription })).id
}
