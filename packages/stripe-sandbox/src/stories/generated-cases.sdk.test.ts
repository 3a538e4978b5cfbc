import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StripeAccount } from '../model/account.ts'
import { givenOneOfEach, type Made } from '../testing/given-one-of-each.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'
import { differencesOf } from '../testing/published-fields.ts'

/**
 * The calls of stripe-node's generated examples (test/resources/generated_examples_test.spec.js, MIT, Copyright Stripe, Inc.)
 * for what is simulated here. There, a server of fixtures answers ids such as `cus_xxxxxxxxxxxxx`, and nothing is asserted of the
 * answers; here, each call has something that was made before, and each answer has the fields of Stripe's published fixtures. Of the
 * same resources, those examples are left out that are about what is not simulated: search, sources, cash balances, tax ids, shipping, previews and lines of credit notes, and prices of several currencies.
 */
type Case = readonly [
  name: string,
  call: (stripe: Stripe, made: Made) => Promise<{ readonly object: string }>,
]

const metadata = { order_id: '6735' }
const few = { limit: 3 }

const cases: readonly Case[] = [
  ['accounts.retrieve', (stripe, { account }) => stripe.accounts.retrieve(account)],
  ['charges.list', (stripe) => stripe.charges.list(few)],
  ['charges.retrieve', (stripe, { charge }) => stripe.charges.retrieve(charge)],
  ['checkout.sessions.expire', (stripe, { session }) => stripe.checkout.sessions.expire(session)],
  ['checkout.sessions.list', (stripe) => stripe.checkout.sessions.list(few)],
  ['checkout.sessions.retrieve', (stripe, { session }) => stripe.checkout.sessions.retrieve(session)],
  [
    'checkout.sessions.listLineItems',
    (stripe, { session }) => stripe.checkout.sessions.listLineItems(session),
  ],
  [
    'checkout.sessions.create',
    (stripe, { onetime }) =>
      stripe.checkout.sessions.create({
        success_url: 'https://example.com/success',
        line_items: [{ price: onetime, quantity: 2 }],
        mode: 'payment',
      }),
  ],
  ['coupons.del', (stripe, { coupon }) => stripe.coupons.del(coupon)],
  ['coupons.list', (stripe) => stripe.coupons.list(few)],
  ['coupons.retrieve', (stripe, { coupon }) => stripe.coupons.retrieve(coupon)],
  ['coupons.create', (stripe) => stripe.coupons.create({ percent_off: 25.5, duration: 'once' })],
  ['coupons.update', (stripe, { coupon }) => stripe.coupons.update(coupon, { metadata })],
  ['creditNotes.list', (stripe) => stripe.creditNotes.list(few)],
  [
    'creditNotes.create',
    async (stripe, { open }) => stripe.creditNotes.create({ invoice: await open(), amount: 1_00 }),
  ],
  [
    'creditNotes.listLineItems',
    async (stripe, made) => stripe.creditNotes.listLineItems(await made.note(), few),
  ],
  [
    'creditNotes.voidCreditNote',
    async (stripe, made) => stripe.creditNotes.voidCreditNote(await made.note()),
  ],
  [
    'customers.listBalanceTransactions',
    (stripe, { customer }) => stripe.customers.listBalanceTransactions(customer, few),
  ],
  [
    'customers.createBalanceTransaction',
    (stripe, { customer }) =>
      stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' }),
  ],
  [
    'customers.retrieveBalanceTransaction',
    (stripe, { customer, balance }) => stripe.customers.retrieveBalanceTransaction(customer, balance),
  ],
  [
    'customers.updateBalanceTransaction',
    (stripe, { customer, balance }) =>
      stripe.customers.updateBalanceTransaction(customer, balance, { metadata }),
  ],
  ['customers.del', (stripe, { customer }) => stripe.customers.del(customer)],
  ['customers.list', (stripe) => stripe.customers.list(few)],
  ['customers.retrieve', (stripe, { customer }) => stripe.customers.retrieve(customer)],
  [
    'customers.listPaymentMethods',
    (stripe, { customer }) => stripe.customers.listPaymentMethods(customer, { type: 'card' }),
  ],
  ['customers.create', (stripe) => stripe.customers.create({ description: 'My First Test Customer' })],
  ['customers.update', (stripe, { customer }) => stripe.customers.update(customer, { metadata })],
  ['disputes.list', (stripe) => stripe.disputes.list(few)],
  ['disputes.retrieve', (stripe, { dispute }) => stripe.disputes.retrieve(dispute)],
  ['disputes.update', (stripe, { dispute }) => stripe.disputes.update(dispute, { metadata })],
  ['disputes.close', (stripe, { dispute }) => stripe.disputes.close(dispute)],
  ['events.list', (stripe) => stripe.events.list(few)],
  ['events.retrieve', (stripe, { event }) => stripe.events.retrieve(event)],
  [
    'invoiceItems.create',
    (stripe, { customer }) => stripe.invoiceItems.create({ customer, amount: 10_00, currency: 'usd' }),
  ],
  ['invoiceItems.del', (stripe, { invoiceItem }) => stripe.invoiceItems.del(invoiceItem)],
  ['invoiceItems.list', (stripe) => stripe.invoiceItems.list(few)],
  ['invoiceItems.retrieve', (stripe, { invoiceItem }) => stripe.invoiceItems.retrieve(invoiceItem)],
  ['invoiceItems.update', (stripe, { invoiceItem }) => stripe.invoiceItems.update(invoiceItem, { metadata })],
  ['invoices.del', (stripe, { draft }) => stripe.invoices.del(draft)],
  ['invoices.finalizeInvoice', (stripe, { draft }) => stripe.invoices.finalizeInvoice(draft)],
  ['invoices.list', (stripe) => stripe.invoices.list(few)],
  ['invoices.retrieve', (stripe, { draft }) => stripe.invoices.retrieve(draft, { expand: ['customer'] })],
  ['invoices.markUncollectible', async (stripe, { open }) => stripe.invoices.markUncollectible(await open())],
  ['invoices.pay', async (stripe, { open }) => stripe.invoices.pay(await open())],
  ['invoices.voidInvoice', async (stripe, { open }) => stripe.invoices.voidInvoice(await open())],
  ['invoices.create', (stripe, { customer }) => stripe.invoices.create({ customer })],
  ['invoices.update', (stripe, { draft }) => stripe.invoices.update(draft, { metadata })],
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

let given: GivenStripe
let made: Made
let before: StripeAccount
beforeAll(async () => {
  given = await givenStripe()
  made = await givenOneOfEach(given)
  before = structuredClone(given.account)
})
// Whatever the case before has changed: an account is plain values.
beforeEach(() => {
  Object.assign(given.account, structuredClone(before))
})
afterAll(() => given.close())

describe('the calls of the SDK’s generated examples', () => {
  test.each(cases)('%s is answered', async (_name, call) => {
    const answer = await call(given.stripe, made)
    expect(answer.object).toMatch(/^[a-z._]+$/)
    // The SDK makes objects of decimals, which become texts again.
    expect(differencesOf(JSON.parse(JSON.stringify(answer)))).toEqual([])
  })
})

function givenIntent(stripe: Stripe, params: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  return stripe.paymentIntents.create({ amount: 10_99, currency: 'usd', capture_method: 'manual', ...params })
}

async function givenSetup(stripe: Stripe): Promise<string> {
  return (await stripe.setupIntents.create({})).id
}
