import type { Rate } from '@goodword/domain/values/rate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopwatch } from '../../engine/foundation/clock.ts'
import { type LocalSandbox, startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { off, usd } from '../../testing/processor/money.ts'
import { givenStripeShop } from '../../testing/processor/stripe/stripe-shop.ts'
import { usualLimits } from '../limited-calls.ts'
import { createCalls, type StripeCalls } from './sdk/calls.ts'
import { readSubscription, setStanding } from './set-standing.ts'

let sandbox: LocalSandbox

beforeAll(async () => {
  sandbox = await startLocalSandbox('stripe')
})

afterAll(() => sandbox.close())

const ID = 'referral_discount'
const standing = { ...off(usd(300)), rate: 1000 as Rate }

async function given() {
  const shop = await givenStripeShop(sandbox)
  const { sdk, addCustomer, addPrice } = shop
  const calls = createCalls(sdk, usualLimits(true), { stopwatch, renewAgent: () => undefined })
  const customer = await addCustomer()
  const items = [{ price: await addPrice(5000) }]
  const addCoupon = async (percent_off: number) =>
    (await sdk.coupons.create({ percent_off, duration: 'forever' })).id
  const subscribe = async (percents: readonly number[] = []) => {
    const coupons = await Promise.all(percents.map(addCoupon))
    return (
      await sdk.subscriptions.create({ customer, items, discounts: coupons.map((coupon) => ({ coupon })) })
    ).id
  }
  const set = (subscriptionId: string, through: StripeCalls = calls) =>
    setStanding(through, { subscriptionId, discountId: ID, standing, coupons: new Set() })
  const nextTotal = async (subscription: string) => (await sdk.invoices.createPreview({ subscription })).total
  return { ...shop, calls, customer, addCoupon, subscribe, set, nextTotal }
}

test('the discount of the customer, which bills had until then, stays', async () => {
  const { control, customer, addCoupon, subscribe, set, nextTotal } = await given()
  const id = await subscribe()
  await control('PUT', `/customers/${customer}/discount`, { coupon: await addCoupon(25) })
  expect(await nextTotal(id)).toBe(3750)
  await set(id)
  expect(await nextTotal(id)).toBe(3375)
})

test('the discount of the customer leaves the subscription when the merchant takes it from the customer', async () => {
  const { sdk, calls, control, customer, addCoupon, subscribe, set, nextTotal } = await given()
  const id = await subscribe()
  const read = () => readSubscription(calls, id, ID)
  await control('PUT', `/customers/${customer}/discount`, { coupon: await addCoupon(20) })
  await set(id)
  expect(await nextTotal(id)).toBe(3600)
  expect(await read()).not.toHaveProperty('hasOrphanedDiscount')
  await sdk.customers.deleteDiscount(customer)
  expect(await read()).toMatchObject({ hasOrphanedDiscount: true, discount: { rate: 1000 } })
  await set(id)
  expect(await nextTotal(id)).toBe(4500)
  expect(await read()).not.toHaveProperty('hasOrphanedDiscount')
  expect((await sdk.subscriptions.retrieve(id)).metadata).toEqual({})
})

test('another discount of the customer takes the place of the one before', async () => {
  const { control, customer, addCoupon, subscribe, set, nextTotal } = await given()
  const id = await subscribe()
  await control('PUT', `/customers/${customer}/discount`, { coupon: await addCoupon(20) })
  await set(id)
  await control('PUT', `/customers/${customer}/discount`, { coupon: await addCoupon(50) })
  await set(id)
  expect(await nextTotal(id)).toBe(2250)
})

test('a coupon of the merchant that the customer never had stays on the subscription', async () => {
  const { sdk, control, customer, addCoupon, subscribe, set, nextTotal } = await given()
  const id = await subscribe([40])
  await control('PUT', `/customers/${customer}/discount`, { coupon: await addCoupon(20) })
  await set(id)
  await sdk.customers.deleteDiscount(customer)
  await set(id)
  expect(await nextTotal(id)).toBe(2700)
})

test.each([
  ['an amount', { amount_off: 500, currency: 'usd', duration: 'forever' }],
  ['an end', { percent_off: 10, duration: 'once' }],
  ['a limit of subscriptions', { percent_off: 10, duration: 'forever', max_redemptions: 5 }],
  ['a last day', { percent_off: 10, duration: 'forever', redeem_by: Date.UTC(2030, 0, 1) / 1000 }],
] as const)('a coupon of our ID with %s is not given, and the refusal says so', async (_what, terms) => {
  const { sdk, subscribe, set, nextTotal } = await given()
  const id = await subscribe()
  await sdk.coupons.create({ id: `${ID}-1000`, ...terms })
  await expect(set(id)).rejects.toMatchObject({
    rejection: 'COUPON_DIFFERS',
    message: expect.stringContaining(`"${ID}-1000"`),
  })
  expect(await nextTotal(id)).toBe(5000)
})

test('a discount that leaves the subscription between reading and writing is not sent again', async () => {
  const { sdk, calls, subscribe, set, nextTotal } = await given()
  const id = await subscribe([25])
  const write: StripeCalls['write'] = async (operation, send) => {
    if (operation === 'coupons.create') await sdk.subscriptions.update(id, { discounts: '' })
    return calls.write(operation, send)
  }
  await set(id, { ...calls, write })
  expect(await nextTotal(id)).toBe(4500)
})

test('beside twenty other discounts there is no room, and the refusal says so', async () => {
  const { subscribe, set, nextTotal } = await given()
  const id = await subscribe(Array.from({ length: 20 }, (_, index) => index + 1))
  const before = await nextTotal(id)
  await expect(set(id)).rejects.toMatchObject({
    code: 'REJECTED',
    rejection: 'TOO_MANY_DISCOUNTS',
    message: expect.stringContaining('20 other discounts'),
  })
  expect(await nextTotal(id)).toBe(before)
})

test('a discount in another currency than that of the subscription is refused by both names', async () => {
  const { sdk, customer, set, addPrice } = await given()
  const items = [{ price: await addPrice(500_00, { interval: 'month' }, 'isk') }]
  const { id } = await sdk.subscriptions.create({ customer, items })
  await expect(set(id)).rejects.toMatchObject({
    rejection: 'CURRENCY',
    message: expect.stringMatching(/USD.*ISK/),
  })
})
