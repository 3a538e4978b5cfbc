import type { Currency, Money } from '@goodword/domain/values/money'
import { NO_RATE, type Rate } from '@goodword/domain/values/rate'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalSandbox, startLocalSandbox } from '../../../testing/processor/local-sandbox.ts'
import { off, usd } from '../../../testing/processor/money.ts'
import { givenStripeShop } from '../../../testing/processor/stripe/stripe-shop.ts'
import { openStripe } from '../open-stripe.ts'

let sandbox: LocalSandbox

beforeAll(async () => {
  sandbox = await startLocalSandbox('stripe')
})

afterAll(() => sandbox.close())

const ID = 'referral_discount'
const IN_DRAFT = '2026-02-28T12:10:00Z'
const SINCE = Date.UTC(2026, 1, 26)

/** A subscription with other discounts and ours, whose second invoice is a draft. */
async function given({
  rate = 1000 as Rate,
  foreign = [] as readonly number[],
  tax = async (_sdk: Stripe): Promise<Partial<Stripe.SubscriptionCreateParams>> => ({}),
} = {}) {
  const shop = await givenStripeShop(sandbox)
  const { sdk, control, addCustomer, addPrice } = shop
  const client = openStripe(shop.credentials, { allowLocalTargets: true })
  const customer = await addCustomer()
  const coupons = await Promise.all(
    foreign.map((percent_off) => sdk.coupons.create({ percent_off, duration: 'forever' })),
  )
  const items = [{ price: await addPrice(3000) }]
  const discounts = coupons.map(({ id }) => ({ coupon: id }))
  const { id } = await sdk.subscriptions.create({ customer, items, discounts, ...(await tax(sdk)) })
  if (rate !== NO_RATE) await client.setStanding(id, ID, { ...off(usd(300)), rate })
  await control('POST', '/clock/advance', { to: IN_DRAFT })
  const billId = (await client.readSubscription(id, ID))?.draft?.billId ?? ''
  const invoice = () => sdk.invoices.retrieve(billId)
  const itemsOf = async () => (await sdk.invoiceItems.list({ invoice: billId })).data
  return { ...shop, client, customer, id, billId, invoice, items: itemsOf }
}

test('a draft is read with its own price, and with what our discount takes off it', async () => {
  const { client, id, billId, sdk, addPrice } = await given({ foreign: [20] })
  const expected = { draft: { billId, discountAmount: 240 }, price: usd(3000), otherAdjustments: -600 }
  expect(await client.readSubscription(id, ID)).toMatchObject(expected)
  // A change during the hour is about the next bill.
  const [item] = (await sdk.subscriptions.retrieve(id)).items.data
  await sdk.subscriptions.update(id, {
    items: [{ id: item?.id ?? '', price: await addPrice(9000) }],
    proration_behavior: 'none',
  })
  expect(await client.readSubscription(id, ID)).toMatchObject(expected)
  expect(await client.openBills?.(SINCE, ID)).toMatchObject([
    { billId, subscriptionId: id, discountAmount: 240, price: usd(3000) },
  ])
})

test('an item of the draft takes off what the coupon does not, and other discounts stay', async () => {
  const { client, billId, invoice, items, id } = await given({ foreign: [20] })
  expect(await client.adjustBill?.(billId, ID, usd(300))).toBe(300)
  expect(await invoice()).toMatchObject({ total: 2100 })
  expect(await items()).toMatchObject([{ amount: -60, discountable: false }])
  expect(await client.readSubscription(id, ID)).toMatchObject({
    draft: { discountAmount: 300 },
    otherAdjustments: -600,
  })
})

test('what the coupon takes too much is given back by an item', async () => {
  const { client, billId, invoice } = await given()
  expect(await client.adjustBill?.(billId, ID, usd(0))).toBe(0)
  expect(await invoice()).toMatchObject({ total: 3000 })
})

test('an adjustment may be repeated and changed, also to what it was before, and is one item', async () => {
  const { client, billId, invoice, items } = await given()
  for (const [wanted, total] of [
    [800, 2200],
    [800, 2200],
    [500, 2500],
    [300, 2700],
    [800, 2200],
  ] as const) {
    expect(await client.adjustBill?.(billId, ID, usd(wanted))).toBe(wanted)
    expect(await invoice()).toMatchObject({ total })
  }
  expect(await items()).toHaveLength(1)
})

test('two adjustments at the same time are one item', async () => {
  const { client, billId, invoice, items } = await given()
  const twice = [client.adjustBill?.(billId, ID, usd(800)), client.adjustBill?.(billId, ID, usd(800))]
  await Promise.allSettled(twice)
  expect(await client.adjustBill?.(billId, ID, usd(800))).toBe(800)
  expect(await invoice()).toMatchObject({ total: 2200 })
  expect(await items()).toHaveLength(1)
})

test('an adjustment whose answer is lost has been made, and is not made again', async () => {
  const { client, billId, invoice, items, control } = await given()
  await control('POST', '/faults', {
    method: 'POST',
    path: '/invoiceitems',
    action: { kind: 'answer_lost' },
    times: 1,
  })
  expect(await client.adjustBill?.(billId, ID, usd(800))).toBe(800)
  expect(await client.adjustBill?.(billId, ID, usd(800))).toBe(800)
  expect(await invoice()).toMatchObject({ total: 2200 })
  expect(await items()).toHaveLength(1)
})

test('amounts in krónur, which Stripe counts in hundredths, are whole ones on drafts, coupons, refunds and credits', async () => {
  const { client, sdk, addCustomer, addPrice, control } = await given()
  const customer = await addCustomer()
  const isk = (minor: number): Money => ({ minor, currency: 'ISK' as Currency })
  const items = [{ price: await addPrice(2000_00, { interval: 'month' }, 'isk') }]
  const subscribe = async (automatic: boolean) => {
    const { id } = await sdk.subscriptions.create({ customer, items, automatic_tax: { enabled: automatic } })
    return id
  }
  const [byItem, byCoupon] = [await subscribe(false), await subscribe(true)]
  await control('POST', '/clock/advance', { to: '2026-03-28T12:20:00Z' })
  const paid: string[] = []
  for (const id of [byItem, byCoupon]) {
    const read = () => client.readSubscription(id, ID)
    const draft = (await read())?.draft?.billId ?? ''
    expect(await client.adjustBill?.(draft, ID, isk(150))).toBe(150)
    expect(await sdk.invoices.retrieve(draft)).toMatchObject({ total: 1850_00 })
    expect(await read()).toMatchObject({
      price: isk(2000),
      otherAdjustments: 0,
      draft: { discountAmount: 150 },
    })
    await sdk.invoices.pay(draft)
    const [payment] = (await read())?.payments ?? []
    expect(payment).toMatchObject({ amount: isk(1850), discountAmount: 150, otherAdjustments: 0 })
    const back = { paymentId: payment?.id ?? '', inAll: isk(50), orderId: `refund ${id}` }
    expect(await client.refund({ ...back, to: 'PAYMENT_METHOD' })).toMatchObject({
      refund: { amount: isk(50) },
    })
    expect((await sdk.refunds.list({ payment_intent: payment?.id ?? '' })).data).toMatchObject([
      { amount: 50_00 },
    ])
    paid.push(back.paymentId)
  }
  for (const paymentId of paid) {
    const more = { paymentId, inAll: isk(120), orderId: `credit ${paymentId}`, to: 'BALANCE' } as const
    expect(await client.refund(more)).toMatchObject({ refund: { amount: isk(70) } })
  }
  expect((await sdk.customers.listBalanceTransactions(customer)).data).toMatchObject([
    { amount: -70_00, currency: 'isk', type: 'credit_note' },
    { amount: -70_00, currency: 'isk', type: 'credit_note' },
  ])
  expect(await client.readSubscription(byItem, ID)).toMatchObject({ balance: -140 })
})

test('a draft is the next bill, and earlier invoices that are not paid are open or given up', async () => {
  const { client, sdk, id, control, customer } = await given()
  await sdk.subscriptions.update(id, { pause_collection: { behavior: 'keep_as_draft' } })
  await control('POST', '/clock/advance', { to: '2026-04-30T12:10:00Z' })
  const read = () => client.readSubscription(id, ID)
  const [next, kept] = (await sdk.invoices.list({ customer, status: 'draft' })).data
  expect(await read()).toMatchObject({
    billCount: 3,
    nextBillDate: '2026-04-30',
    draft: { billId: next?.id },
    unpaidBills: [{ periodStart: '2026-03-31', state: 'OPEN' }],
  })
  await sdk.invoices.finalizeInvoice(kept?.id ?? '', { auto_advance: false })
  await sdk.invoices.voidInvoice(kept?.id ?? '')
  expect(await read()).toMatchObject({
    billCount: 3,
    unpaidBills: [{ periodStart: '2026-03-31', state: 'GIVEN_UP' }],
  })
})

test('an invoice that the customer’s balance pays is a payment of it, which is given back to the balance', async () => {
  const { client, sdk, id, billId, customer } = await given()
  await sdk.customers.createBalanceTransaction(customer, { amount: -50_00, currency: 'usd' })
  expect(await client.readSubscription(id, ID)).toMatchObject({ balance: -50_00 })
  await sdk.invoices.finalizeInvoice(billId)
  expect(await client.readSubscription(id, ID)).toMatchObject({
    balance: -23_00,
    payments: [{ id: billId, status: 'SETTLED', amount: usd(27_00), discountAmount: 300 }, {}],
  })
  expect(await client.readPayer(billId)).toBe(customer)
  for (const _ of ['once', 'again'])
    expect(
      await client.refund({ paymentId: billId, inAll: usd(100), orderId: 'friend', to: 'BALANCE' }),
    ).toMatchObject({ outcome: 'REFUNDED', refund: { amount: usd(100) } })
  expect(await sdk.customers.retrieve(customer)).toMatchObject({ balance: -24_00 })
})

test.each([
  ['on top of the price', false, 20_00 * 1.2],
  ['within the price', true, 20_00],
])('an adjustment lowers a tax %s as a discount does', async (_where, inclusive, total) => {
  const tax = async (sdk: Stripe) => {
    const { id } = await sdk.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive })
    return { default_tax_rates: [id] }
  }
  const { client, billId, invoice, id } = await given({ tax })
  expect(await client.adjustBill?.(billId, ID, usd(1000))).toBe(1000)
  expect(await invoice()).toMatchObject({ total })
  expect(await client.readSubscription(id, ID)).toMatchObject({ otherAdjustments: 0, price: usd(3000) })
})

test('an adjustment lowers taxes of different rates as a discount does, each by its share', async () => {
  const { sdk, client, customer, addPrice, control } = await given()
  const { id: rate } = await sdk.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false })
  const [book, tea] = [await addPrice(1000), await addPrice(3000)]
  const items = [{ price: book }, { price: tea, tax_rates: [rate] }]
  const { id } = await sdk.subscriptions.create({ customer, items })
  await client.setStanding(id, ID, { ...off(usd(400)), rate: 1000 as Rate })
  await control('POST', '/clock/advance', { to: '2026-03-28T12:20:00Z' })
  const billId = (await client.readSubscription(id, ID))?.draft?.billId ?? ''
  for (const [wanted, total] of [
    [400, 3600 + 540],
    [800, 3200 + 480],
    [800, 3200 + 480],
    [200, 3800 + 570],
    [0, 4000 + 600],
    [1200, 2800 + 420],
  ] as const) {
    expect(await client.adjustBill?.(billId, ID, usd(wanted))).toBe(wanted)
    expect(await sdk.invoices.retrieve(billId)).toMatchObject({ total })
  }
  await control('POST', '/clock/advance', { days: 1 })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    payments: [{ amount: usd(3220), discountAmount: 1200, otherAdjustments: 0, billPrice: 4000 }, {}],
  })
})

test('a coupon of the merchant on one item is off the draft and the closed bill beside ours', async () => {
  const { sdk, client, id, billId, control } = await given()
  const [item] = (await sdk.subscriptions.retrieve(id)).items.data
  const coupon = await sdk.coupons.create({ percent_off: 20, duration: 'forever' })
  await sdk.subscriptionItems.update(item?.id ?? '', { discounts: [{ coupon: coupon.id }] })
  await sdk.invoices.pay(billId)
  await control('POST', '/clock/advance', { to: '2026-03-31T12:10:00Z' })
  const draft = (await client.readSubscription(id, ID))?.draft
  expect(draft).toMatchObject({ discountAmount: 240 })
  expect(await client.adjustBill?.(draft?.billId ?? '', ID, usd(300))).toBe(300)
  await control('POST', '/clock/advance', { days: 1 })
  expect(await client.readSubscription(id, ID)).toMatchObject({
    payments: [{ amount: usd(2100), discountAmount: 300, otherAdjustments: -600 }, {}, {}],
  })
})

test('where Stripe computes the taxes, one coupon of the draft takes off the whole amount', async () => {
  const { client, billId, invoice, items } = await given({
    foreign: [20],
    tax: async () => ({ automatic_tax: { enabled: true } }),
  })
  for (const [wanted, total] of [
    [300, 2100],
    [800, 1600],
    [800, 1600],
    [100, 2300],
    [240, 2160],
    [800, 1600],
  ] as const) {
    expect(await client.adjustBill?.(billId, ID, usd(wanted))).toBe(wanted)
    expect(await invoice()).toMatchObject({ total })
  }
  expect(await items()).toEqual([])
})
