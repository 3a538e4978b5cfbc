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

test.each<
  [what: string, place: 'item' | 'subscription' | 'customer', coupon: Stripe.CouponCreateParams, off: number]
>([
  ['a percentage on an item', 'item', { percent_off: 20 }, -600],
  ['an amount on an item', 'item', { amount_off: 500, currency: 'usd' }, -500],
  [
    'a percentage for another product',
    'subscription',
    { percent_off: 20, applies_to: { products: ['prod_other'] } },
    0,
  ],
  ['a percentage of the customer', 'customer', { percent_off: 20 }, -600],
])(
  'the next bill is known to have %s off before its draft is made',
  async (_what, place, coupon, expected) => {
    const { client, sdk, subscribe, customer, control } = await given()
    await sdk.products.create({ id: 'prod_other', name: 'Coffee' })
    const id = await subscribe()
    const { id: made } = await sdk.coupons.create({ ...coupon, duration: 'forever' })
    const discounts = [{ coupon: made }]
    const [item] = (await sdk.subscriptions.retrieve(id)).items.data
    if (place === 'item') await sdk.subscriptionItems.update(item?.id ?? '', { discounts })
    if (place === 'subscription') await sdk.subscriptions.update(id, { discounts })
    if (place === 'customer') await control('PUT', `/customers/${customer}/discount`, { coupon: made })
    const read = () => client.readSubscription(id, ID)
    expect(await read()).toMatchObject({ otherAdjustments: expected })
    const ofCustomer = await client.readCustomer(customer, ID)
    expect(ofCustomer?.subscriptions).toEqual([await read()])
    await control('POST', '/clock/advance', { to: '2026-02-28T12:10:00Z' })
    expect(await read()).toMatchObject({ otherAdjustments: expected, draft: {} })
  },
)

test('a price by usage is forecast as it was reported so far, and its bill is that of the day when the period ends', async () => {
  const { client, sdk, subscribe, customer, control, meter } = await given()
  const id = await subscribe(meter)
  const read = () => client.readSubscription(id, ID)
  expect(await read()).toMatchObject({ price: usd(0), billCount: 0, nextBillDate: '2026-02-28' })
  expect(await read()).not.toHaveProperty('isPriceUnknown')
  const payload = { stripe_customer_id: customer, value: '20' }
  await sdk.billing.meterEvents.create({ event_name: 'cup', payload })
  await client.setStanding(id, ID, off(usd(600)))
  expect(await read()).toMatchObject({ price: usd(6000), discount: { amount: usd(1200) } })
  await control('POST', '/clock/advance', { to: '2026-02-28T12:10:00Z' })
  expect(await read()).toMatchObject({
    price: usd(6000),
    nextBillDate: '2026-02-28',
    draft: { discountAmount: 1200 },
  })
  await control('POST', '/clock/advance', { hours: 2 })
  expect(await read()).toMatchObject({
    price: usd(0),
    billCount: 1,
    firstBillDate: '2026-02-28',
    nextBillDate: '2026-03-31',
    payments: [{ amount: usd(4800), discountAmount: 1200, periodStart: '2026-02-28' }],
  })
})

test('a price by usage that Stripe does not preview is not known, until its draft is there', async () => {
  const { client, sdk, subscribe, customer, control, meter } = await given()
  const id = await subscribe(meter)
  const payload = { stripe_customer_id: customer, value: '20' }
  await sdk.billing.meterEvents.create({ event_name: 'cup', payload })
  const read = () => client.readSubscription(id, ID)
  const preview = { method: 'POST', path: '/invoices/create_preview' }
  await control('POST', '/faults', { ...preview, action: { kind: 'status', status: 403 } })
  expect(await read()).toMatchObject({ price: usd(0), isPriceUnknown: true })
  await control('POST', '/clock/advance', { to: '2026-02-28T12:10:00Z' })
  expect(await read()).toMatchObject({ price: usd(6000), draft: {} })
  expect(await read()).not.toHaveProperty('isPriceUnknown')
})

async function given() {
  const shop = await givenStripeShop(sandbox)
  const { sdk, addPrice } = shop
  const customer = await shop.addCustomer()
  const { id: meter } = await sdk.billing.meters.create({
    display_name: 'Cups',
    event_name: 'cup',
    default_aggregation: { formula: 'sum' },
  })
  return {
    ...shop,
    customer,
    meter,
    client: openStripe(shop.credentials, { allowLocalTargets: true }),
    /** A subscription of 30.00, or of 3.00 for each unit that a meter counts. */
    subscribe: async (by: string | null = null) => {
      const price =
        by === null
          ? await addPrice(3000)
          : await addPrice(300, { interval: 'month', usage_type: 'metered', meter: by })
      return (await sdk.subscriptions.create({ customer, items: [{ price }] })).id
    },
  }
}
