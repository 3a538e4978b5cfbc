import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalSandbox, startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { off, usd } from '../../testing/processor/money.ts'
import { givenStripeShop } from '../../testing/processor/stripe/stripe-shop.ts'
import { openStripe } from './open-stripe.ts'

let sandbox: LocalSandbox

beforeAll(async () => {
  sandbox = await startLocalSandbox('stripe')
})

afterAll(() => sandbox.close())

const ID = 'referral_discount'
const START = Date.UTC(2026, 0, 31, 12)
const HOUR_MS = 3_600_000
const RENEWAL = START + 28 * 24 * HOUR_MS

test.each([
  ['week', 2, { unit: 'WEEK', count: 2 }],
  ['day', 10, { unit: 'DAY', count: 10 }],
  ['year', 1, { unit: 'YEAR', count: 1 }],
] as const)('a subscription of every %s × %i is billed so often', async (interval, count, expected) => {
  const { client, subscribe } = await given()
  const id = await subscribe({ recurring: { interval, interval_count: count } })
  expect(await client.readSubscription(id, ID)).toMatchObject({ billingInterval: expected, billCount: 1 })
})

test('the price of a subscription is that of all its items, by their quantities', async () => {
  const { client, sdk, addCustomer, addPrice } = await given()
  const items = [
    { price: await addPrice(3000), quantity: 1 },
    { price: await addPrice(500), quantity: 3 },
  ]
  // Stripe shows ten of them with the subscription.
  for (let more = 0; more < 10; more += 1) items.push({ price: await addPrice(10), quantity: 1 })
  const { id } = await sdk.subscriptions.create({ customer: await addCustomer(), items })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    price: usd(4600),
    payments: [{ amount: usd(4600), otherAdjustments: 0 }],
  })
})

test('while its invoice is a draft, a bill is the next one, at the moment at which its period began', async () => {
  const { client, subscribe, control } = await given()
  const id = await subscribe()
  const read = () => client.readSubscription(id, ID)
  expect(await read()).toMatchObject({ billCount: 1, nextBillAt: Date.UTC(2026, 1, 28, 12) })
  await control('POST', '/clock/advance', { to: '2026-02-28T12:10:00Z' })
  expect(await read()).toMatchObject({
    billCount: 1,
    nextBillDate: '2026-02-28',
    nextBillAt: Date.UTC(2026, 1, 28, 12),
    payments: [{ createdAt: START }],
  })
  await control('POST', '/clock/advance', { hours: 2 })
  expect(await read()).toMatchObject({
    billCount: 2,
    nextBillAt: Date.UTC(2026, 2, 31, 12),
    payments: [
      { billedAt: RENEWAL, createdAt: RENEWAL + HOUR_MS, periodStart: '2026-02-28' },
      { billedAt: START, createdAt: START },
    ],
  })
})

test('a subscription that ends with its period has no next bill', async () => {
  const { client, sdk, subscribe } = await given()
  const id = await subscribe()
  await sdk.subscriptions.update(id, { cancel_at_period_end: true })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    status: 'ACTIVE',
    nextBillAt: null,
    nextBillDate: null,
  })
})

test('a prorated charge is a payment for no period, and no bill', async () => {
  const { client, sdk, subscribe, addPrice, control } = await given()
  const id = await subscribe()
  await control('POST', '/clock/advance', { days: 10 })
  const { items } = await sdk.subscriptions.retrieve(id)
  await sdk.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', price: await addPrice(5000) }],
    proration_behavior: 'always_invoice',
  })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    price: usd(5000),
    billCount: 1,
    payments: [
      { periodStart: null, discountAmount: 0 },
      { amount: usd(3000), periodStart: '2026-01-31' },
    ],
  })
})

test('a declined bill is unpaid, and the next one, until it is paid', async () => {
  const { client, sdk, subscribe, customer, control } = await given()
  const id = await subscribe()
  const { id: method } = await sdk.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await sdk.customers.update(customer, { invoice_settings: { default_payment_method: method } })
  await control('POST', '/clock/advance', { days: 29 })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    status: 'PAST_DUE',
    billCount: 1,
    nextBillDate: '2026-02-28',
    payments: [
      { status: 'FAILED', periodStart: '2026-02-28' },
      { status: 'SETTLED', periodStart: '2026-01-31' },
    ],
  })
})

test('a customer that was deleted is not there', async () => {
  const { client, sdk, customer } = await given()
  await sdk.customers.del(customer)
  expect(await client.readCustomer(customer, ID)).toBeNull()
})

test('the referral code of a subscription comes before that of its customer, and both before a mirrored one', async () => {
  const { client, sdk, customer, addPrice } = await given()
  const coupon = await sdk.coupons.create({ percent_off: 10, duration: 'forever' })
  const code = await sdk.promotionCodes.create({
    promotion: { type: 'coupon', coupon: coupon.id },
    code: 'ADA10',
    metadata: { referral_coupon: 'ADA' },
  })
  const items = [{ price: await addPrice(3000) }]
  const discounts = [{ promotion_code: code.id }]
  const { id } = await sdk.subscriptions.create({ customer, items, discounts })
  const coded = async () => (await client.readCustomer(customer, ID))?.referralCoupon
  expect(await coded()).toBe('ADA')
  await sdk.customers.update(customer, { metadata: { referral_coupon: 'BOB' } })
  expect(await coded()).toBe('BOB')
  await sdk.subscriptions.update(id, { metadata: { referral_coupon: 'CYD' } })
  expect(await coded()).toBe('CYD')
})

test('a coupon of ours that was deleted by hand is made again', async () => {
  const { client, sdk, subscribe } = await given()
  const [one, other] = [await subscribe(), await subscribe()]
  await client.setStanding(one, ID, off(usd(600)))
  await sdk.coupons.del(`${ID}-2000`)
  expect(await client.setStanding(other, ID, off(usd(600)))).toMatchObject({
    discount: { amount: usd(600), billsLeft: null },
  })
})

test('a discount that is given twice by hand becomes one that lasts', async () => {
  const { client, sdk, subscribe } = await given()
  const id = await subscribe()
  await sdk.coupons.create({ id: `${ID}-500`, percent_off: 5, duration: 'repeating', duration_in_months: 2 })
  await sdk.coupons.create({ id: `${ID}-700`, percent_off: 7, duration: 'forever' })
  const byHand = [{ coupon: `${ID}-500` }, { coupon: `${ID}-700` }]
  await sdk.subscriptions.update(id, { discounts: byHand })
  expect(await client.readSubscription(id, ID)).toMatchObject({ discount: { quantity: 2, billsLeft: 1 } })
  expect(await client.setStanding(id, ID, off(usd(600)))).toMatchObject({
    discount: { amount: usd(600), quantity: 1, billsLeft: null },
  })
})

test('a missing right is named as Stripe names it, in a finding and in an error', async () => {
  const { client, control, subscribe } = await given()
  const id = await subscribe()
  const permissions = ['rak_customer_read', 'rak_subscription_write', 'rak_coupon_write', 'rak_refund_write']
  await control('PUT', '/permissions', { permissions })
  const findings = await client.findMissingSetup(ID)
  const named = (severity: string) =>
    findings.flatMap((it) => (it.severity === severity ? [it.name] : [])).sort()
  expect(named('warning')).toEqual(['rak_checkout_session_read', 'rak_event_read'])
  expect(named('missing')).toEqual([
    'rak_charge_read',
    'rak_credit_note_write',
    'rak_invoice_read',
    'rak_invoice_write',
    'rak_payment_intent_read',
  ])
  await expect(client.readSubscription(id, ID)).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
    missing: { item: 'PERMISSION', name: 'rak_invoice_read', neededBy: 'readSubscription' },
  })
})

test('the disputes and refunds of a payment are read, and its payer', async () => {
  const { client, sdk, control, subscribe, customer } = await given()
  const id = await subscribe()
  const payment = (await client.readSubscription(id, ID))?.payments[0]?.id ?? ''
  expect(await client.readPayer(payment)).toBe(customer)
  const refund = await client.refund({
    paymentId: payment,
    inAll: usd(300),
    orderId: 'one',
    to: 'PAYMENT_METHOD',
  })
  if (refund.outcome !== 'REFUNDED') throw new Error(`the refund is ${refund.outcome}`)
  const { id: refundId } = refund.refund
  expect(await client.readPayments([payment, refundId, 'pi_unknown'])).toMatchObject([
    { id: payment, type: 'SALE', status: 'SETTLED', refundIds: [refundId] },
    { id: refundId, type: 'CREDIT', status: 'SETTLED', amount: usd(300) },
  ])
  const [charge] = (await sdk.charges.list({ customer })).data
  await control('POST', '/disputes', { charge: charge?.id })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    payments: [{ refundIds: [refundId], disputes: [{ status: 'OPEN' }] }],
  })
})

async function given() {
  const shop = await givenStripeShop(sandbox)
  const { sdk, addPrice } = shop
  const customer = await shop.addCustomer()
  return {
    ...shop,
    customer,
    client: openStripe(shop.credentials, { allowLocalTargets: true }),
    /** A subscription of 30.00. */
    subscribe: async ({ recurring }: { readonly recurring?: Parameters<typeof addPrice>[1] } = {}) => {
      const items = [{ price: await addPrice(3000, recurring) }]
      return (await sdk.subscriptions.create({ customer, items })).id
    },
  }
}

test('a trial that is given after bills takes none of them away', async () => {
  const { client, sdk, subscribe, control } = await given()
  const id = await subscribe()
  await control('POST', '/clock/advance', { to: '2026-03-05T12:00:00Z' })
  await sdk.subscriptions.update(id, {
    trial_end: Math.floor(Date.UTC(2026, 3, 30, 12) / 1000),
    proration_behavior: 'none',
  })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    isInTrial: true,
    billCount: 2,
    firstBillDate: '2026-01-31',
  })
})

test('the balance is that of the subscription’s currency, whatever the customer’s own is', async () => {
  const { client, sdk, addCustomer, addPrice } = await given()
  const customer = await addCustomer()
  await sdk.customers.createBalanceTransaction(customer, { amount: -700, currency: 'eur' })
  const { id } = await sdk.subscriptions.create({ customer, items: [{ price: await addPrice(3000) }] })
  await sdk.customers.createBalanceTransaction(customer, { amount: -900, currency: 'usd' })
  expect(await client.readSubscription(id, ID)).toMatchObject({ balance: -900 })
})
