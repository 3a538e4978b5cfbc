import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, givenShop, HOUR } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

test('a preview is what the next bill will be, and changes nothing', async () => {
  const shop = await givenShop(given)
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
  const { id: subscription, items } = await stripe.subscriptions.create({
    customer: shop.customer,
    items: [{ price: shop.price }],
    discounts: [{ coupon }],
  })
  await stripe.invoiceItems.create({ customer: shop.customer, amount: -3_00, currency: 'usd' })
  const events = given.account.events.size
  const preview = await stripe.invoices.createPreview({ customer: shop.customer, subscription })
  expect(preview).toMatchObject({ total: 42_00, status: 'draft', billing_reason: 'upcoming' })
  const [item] = items.data
  const more = await stripe.invoices.createPreview({
    subscription,
    subscription_details: { items: [{ id: item?.id ?? '', quantity: 2 }], proration_behavior: 'none' },
    discounts: '',
  })
  expect(more).toMatchObject({ total: 97_00 })
  expect(given.account.events.size).toBe(events)
  expect(await shop.invoices()).toHaveLength(1)
  await shop.advance(28 * DAY + 2 * HOUR)
  expect((await shop.invoices()).at(-1)).toMatchObject({ total: 42_00 })
})

test('a proration that would be charged at once is previewed, and an end has nothing to preview', async () => {
  const shop = await givenShop(given)
  const { id: subscription, items } = await stripe.subscriptions.create({
    customer: shop.customer,
    items: [{ price: shop.price }],
  })
  await shop.advance(14 * DAY)
  const [item] = items.data
  const preview = await stripe.invoices.createPreview({
    subscription,
    subscription_details: {
      items: [{ id: item?.id ?? '', quantity: 2 }],
      proration_behavior: 'always_invoice',
    },
  })
  expect(preview).toMatchObject({ total: 25_00 })
  await stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await expect(stripe.invoices.createPreview({ subscription })).rejects.toMatchObject({
    code: 'invoice_upcoming_none',
  })
})

test('the next invoice is announced some days before, as the account is set, once and without an id', async () => {
  await given.control('PATCH', '/settings', { upcomingDays: 3 })
  const [shop, ends] = [await givenShop(given), await givenShop(given)]
  await shop.subscribe()
  const { customer, price } = ends
  await stripe.subscriptions.create({ customer, items: [{ price }], cancel_at_period_end: true })
  const announced = async (day: number) => {
    for (const each of [shop, ends]) await each.advance(day * DAY)
    return (await stripe.events.list({ type: 'invoice.upcoming' })).data
  }
  const days = (events: readonly Stripe.Event[]) => events.map(({ created }) => (created - START) / DAY)
  expect(days(await announced(27))).toEqual([28 - 3])
  // The first cannot be read any more.
  const data = await announced(60)
  expect(days(data)).toEqual([28 + 31 - 3])
  await given.control('PATCH', '/settings', { upcomingDays: 0 })
  expect(data[0]?.data.object).toMatchObject({
    customer: shop.customer,
    billing_reason: 'upcoming',
    total: 50_00,
    status: 'draft',
  })
  expect(data[0]?.data.object).not.toHaveProperty('id')
  expect((await shop.invoices()).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
})

test('usage is paid for when its period is over, and a preview has what was reported so far', async () => {
  const shop = await givenShop(given)
  const meter = await stripe.billing.meters.create({
    display_name: 'Cups',
    event_name: 'cup',
    default_aggregation: { formula: 'sum' },
  })
  const { id: price } = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 50,
    product: shop.product,
    recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
  })
  const { id: subscription } = await shop.subscribe({ items: [{ price: shop.price }, { price }] })
  const use = (value: number, timestamp?: number) =>
    stripe.billing.meterEvents.create({
      event_name: 'cup',
      payload: { stripe_customer_id: shop.customer, value: `${value}` },
      ...(timestamp !== undefined && { timestamp }),
    })
  const next = async () => (await stripe.invoices.createPreview({ subscription })).total
  expect(await next()).toBe(50_00)
  await use(3)
  expect(await use(4, START)).toMatchObject({ timestamp: START })
  // Of a period that is over, which nothing bills any more.
  await use(9, START - DAY)
  expect(await next()).toBe(53_50)
  await shop.advance(28 * DAY + 2 * HOUR)
  const [first, second] = await shop.invoices()
  expect([first?.total, second?.total, await next()]).toEqual([50_00, 53_50, 50_00])
  const periods = second?.lines.data.map(({ amount, period, quantity }) => [
    amount,
    quantity,
    period.end - START <= 28 * DAY,
  ])
  expect(periods).toEqual([
    [3_50, 7, true],
    [50_00, 1, false],
  ])
  const now = START + 28 * DAY + 2 * HOUR
  const payload = { stripe_customer_id: shop.customer, value: '2' }
  const timestamp = new Date(now * 1000).toISOString()
  expect(await stripe.v2.billing.meterEvents.create({ event_name: 'cup', payload, timestamp })).toMatchObject(
    { object: 'v2.billing.meter_event', timestamp },
  )
  expect(await next()).toBe(51_00)
  await expect(use(1, now - 36 * DAY)).rejects.toMatchObject({ code: 'timestamp_too_far_in_past' })
  await expect(use(1, now + HOUR)).rejects.toMatchObject({ code: 'timestamp_in_future' })
})
