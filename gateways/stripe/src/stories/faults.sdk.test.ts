import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, givenShop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

test('a subscription whose answer is lost was begun once, also when the program tries again', async () => {
  const shop = await givenShop(given)
  await fault({ method: 'POST', path: '/subscriptions', times: 1, action: { kind: 'answer_lost' } })
  const params = { customer: shop.customer, items: [{ price: shop.price }] }
  const { id } = await stripe.subscriptions.create(params, { maxNetworkRetries: 1, idempotencyKey: 'begin' })
  const { data } = await stripe.subscriptions.list({ customer: shop.customer })
  expect(data.map((each) => each.id)).toEqual([id])
  expect(await shop.invoices()).toHaveLength(1)
})

test('an answer of 503 has changed nothing, and an answer before the work is followed by it', async () => {
  const shop = await givenShop(given)
  await fault({ path: '/invoiceitems', times: 1, action: { kind: 'status', status: 503 } })
  const item = { customer: shop.customer, amount: -100, currency: 'usd' }
  await expect(stripe.invoiceItems.create(item)).rejects.toMatchObject({
    type: 'StripeAPIError',
    statusCode: 503,
  })
  expect((await stripe.invoiceItems.list({ customer: shop.customer })).data).toEqual([])
  await fault({
    method: 'POST',
    path: '/invoiceitems',
    times: 1,
    action: { kind: 'applied_late', ms: 20, status: 504 },
  })
  await expect(stripe.invoiceItems.create(item, { idempotencyKey: 'late' })).rejects.toMatchObject({
    statusCode: 504,
  })
  const count = async () => (await stripe.invoiceItems.list({ customer: shop.customer })).data.length
  await expect.poll(count).toBe(1)
  // A retry with the key finds the result of the first request.
  await stripe.invoiceItems.create(item, { idempotencyKey: 'late' })
  expect(await count()).toBe(1)
})

test('too many requests and a missing right look as the SDK expects them', async () => {
  await fault({ path: '/coupons', times: 1, action: { kind: 'status', status: 429 } })
  await expect(stripe.coupons.list()).rejects.toMatchObject({ type: 'StripeRateLimitError' })
  await fault({ path: '/coupons', times: 1, action: { kind: 'status', status: 403 } })
  await expect(stripe.coupons.list()).rejects.toMatchObject({ type: 'StripePermissionError' })
})

test('a rule declines charges: those of bills where it names no request, of one customer where it says so', async () => {
  const [shop, other] = [await givenShop(given), await givenShop(given)]
  const { customer } = shop
  for (const each of [shop, other]) {
    await each.subscribe()
  }
  const rule = { times: 1, action: { kind: 'decline', code: 'insufficient_funds', customer } }
  await fault(rule)
  for (const each of [shop, other]) await each.advance(29 * DAY)
  expect((await shop.invoices()).at(-1)).toMatchObject({ status: 'open', attempt_count: 1 })
  expect((await other.invoices()).at(-1)).toMatchObject({ status: 'paid' })
  const { data } = await stripe.charges.list({ customer, limit: 1 })
  expect(data[0]).toMatchObject({ status: 'failed', outcome: { reason: 'insufficient_funds' } })
  await shop.advance(32 * DAY)
  expect((await shop.invoices()).at(-1)).toMatchObject({ status: 'paid', attempt_count: 2 })
  await fault({ ...rule, method: 'POST', path: '/subscriptions' })
  const again = { customer, items: [{ price: shop.price }] }
  expect(await stripe.subscriptions.create(again)).toMatchObject({ status: 'incomplete' })
  await fault(rule)
  const strict = stripe.subscriptions.create({ ...again, payment_behavior: 'error_if_incomplete' })
  await expect(strict).rejects.toMatchObject({ decline_code: 'insufficient_funds', statusCode: 402 })
})

function fault(rule: object): Promise<unknown> {
  return given.control('POST', '/faults', rule)
}
