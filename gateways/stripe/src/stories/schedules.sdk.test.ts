import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, lineOf, type Shop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

const FEBRUARY = 28 * DAY
const MARCH = 59 * DAY

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('a schedule that makes its subscription', () => {
  test('its phases have their own prices and coupons, and it is over after the last', async () => {
    const shop = await givenShop(given)
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'forever' })
    const dear = await givenPrice(shop, 80_00)
    const schedule = await stripe.subscriptionSchedules.create({
      customer: shop.customer,
      start_date: 'now',
      end_behavior: 'release',
      phases: [
        {
          items: [{ price: shop.price, quantity: 1 }],
          discounts: [{ coupon }],
          duration: { interval: 'month', interval_count: 2 },
          metadata: { step: 'introduction' },
        },
        { items: [{ price: dear, quantity: 1 }], duration: { interval: 'month', interval_count: 1 } },
      ],
    })
    expect(schedule).toMatchObject({
      status: 'active',
      current_phase: { start_date: START, end_date: START + MARCH },
    })
    const id = `${schedule.subscription}`
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      schedule: schedule.id,
      metadata: { step: 'introduction' },
    })
    expect((await shop.invoices()).map(lineOf)).toEqual(['40.00 draft subscription_create 2026-01-31'])
    await shop.advance(MARCH - DAY)
    expect((await stripe.invoices.createPreview({ subscription: id })).total).toBe(80_00)
    await shop.advance(120 * DAY + 2 * HOUR)
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '40.00 paid subscription_create 2026-01-31',
      '40.00 paid subscription_cycle 2026-02-28',
      '80.00 paid subscription_cycle 2026-03-31',
      '80.00 paid subscription_cycle 2026-04-30',
      '80.00 paid subscription_cycle 2026-05-31',
    ])
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      released_at: START + 89 * DAY,
      released_subscription: id,
      subscription: null,
    })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active', schedule: null })
  })

  test('it begins later, and ends the subscription where it says so', async () => {
    const shop = await givenShop(given)
    const schedule = await stripe.subscriptionSchedules.create({
      customer: shop.customer,
      start_date: START + DAY,
      end_behavior: 'cancel',
      phases: [
        { items: [{ price: shop.price }], trial: true, end_date: START + 8 * DAY },
        { items: [{ price: shop.price }] },
      ],
    })
    expect(schedule).toMatchObject({ status: 'not_started', subscription: null, current_phase: null })
    await shop.advance(DAY)
    const { subscription, status } = await stripe.subscriptionSchedules.retrieve(schedule.id, {
      expand: ['subscription'],
    })
    expect([status, (subscription as Stripe.Subscription).status]).toEqual(['active', 'trialing'])
    await shop.advance(60 * DAY)
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '0.00 paid subscription_create 2026-02-01',
      '50.00 paid subscription_cycle 2026-02-08',
    ])
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({ status: 'completed' })
    const { data } = await stripe.subscriptions.list({ customer: shop.customer, status: 'all' })
    expect(data).toMatchObject([{ status: 'canceled', ended_at: Date.UTC(2026, 2, 8, 12) / 1000 }])
  })

  test('a change of the current phase changes the subscription, and the schedule can be canceled with it', async () => {
    const shop = await givenShop(given)
    const schedule = await stripe.subscriptionSchedules.create({
      customer: shop.customer,
      start_date: 'now',
      phases: [{ items: [{ price: shop.price, quantity: 1 }] }],
    })
    await shop.advance(14 * DAY)
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [{ items: [{ price: shop.price, quantity: 3 }], start_date: START, end_date: START + MARCH }],
      proration_behavior: 'always_invoice',
    })
    await stripe.subscriptionSchedules.cancel(schedule.id, { invoice_now: false, prorate: false })
    // Half a period of two more.
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '50.00 paid subscription_create 2026-01-31',
      '50.00 paid subscription_update 2026-02-14',
    ])
    expect(await stripe.subscriptions.retrieve(`${schedule.subscription}`)).toMatchObject({
      status: 'canceled',
    })
    await expect(stripe.subscriptionSchedules.release(schedule.id)).rejects.toThrow('canceled')
  })
})

describe('a schedule of a subscription that is there', () => {
  test('a downgrade comes with the next period, and the coupon goes on', async () => {
    const shop = await givenShop(given)
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    const cheap = await givenPrice(shop, 30_00)
    const { id } = await shop.subscribe({ discounts: [{ coupon }] })
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id })
    const [current] = schedule.phases
    expect(current).toMatchObject({
      start_date: START,
      end_date: START + FEBRUARY,
      discounts: [{ coupon }],
      items: [{ price: shop.price, quantity: 1 }],
    })
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        {
          items: [{ price: shop.price, quantity: 1 }],
          discounts: [{ coupon }],
          start_date: current?.start_date ?? 0,
          end_date: current?.end_date ?? 0,
        },
        { items: [{ price: cheap, quantity: 1 }], discounts: [{ coupon }] },
      ],
    })
    const { discounts } = await stripe.subscriptions.retrieve(id)
    await shop.advance(MARCH + 2 * HOUR)
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '45.00 paid subscription_create 2026-01-31',
      '27.00 paid subscription_cycle 2026-02-28',
      '27.00 paid subscription_cycle 2026-03-31',
    ])
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ discounts, schedule: null })
  })

  test('a released schedule leaves the subscription as it is', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id })
    const twice = stripe.subscriptionSchedules.create({ from_subscription: id })
    await expect(twice).rejects.toThrow('already attached')
    await stripe.subscriptionSchedules.release(schedule.id)
    await shop.advance(FEBRUARY + 2 * HOUR)
    expect((await shop.invoices()).map(({ total }) => total)).toEqual([50_00, 50_00])
    const { data } = await stripe.events.list({ type: 'subscription_schedule.*', limit: 2 })
    expect(data.map(({ type }) => type)).toEqual([
      'subscription_schedule.released',
      'subscription_schedule.created',
    ])
  })

  test('a subscription that is canceled by itself takes its schedule along', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id })
    await stripe.subscriptions.cancel(id)
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({ status: 'canceled' })
    await shop.advance(FEBRUARY + 2 * HOUR)
    expect(await shop.invoices()).toHaveLength(1)
  })

  test('the current phase may not be left out', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id })
    const phases = [{ items: [{ price: shop.price }], start_date: START + FEBRUARY, end_date: START + MARCH }]
    const update = stripe.subscriptionSchedules.update(schedule.id, { phases })
    await expect(update).rejects.toMatchObject({ param: 'phases' })
  })
})

async function givenPrice({ product }: Shop, unit_amount: number): Promise<string> {
  const recurring = { interval: 'month' as const }
  return (await stripe.prices.create({ currency: 'usd', unit_amount, product, recurring })).id
}
