import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, lineOf, type Shop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('a subscription that began before it is made', () => {
  const march = Date.UTC(2026, 2, 1, 12) / 1000
  const [february, january] = [Date.UTC(2026, 1, 15, 12) / 1000, Date.UTC(2026, 0, 15, 12) / 1000]

  test('the time since then is charged by an interval that begins with it', async () => {
    // The example of Stripe's guide, 14 of 28 days, and a month more.
    for (const [backdate_start_date, line] of [
      [february, '75.00 paid subscription_create 2026-03-01'],
      [january, '125.00 paid subscription_create 2026-03-01'],
    ] as const) {
      const shop = await givenShop(given, { start: march })
      const made = await shop.subscribe({ backdate_start_date })
      expect(made).toMatchObject({ start_date: backdate_start_date, billing_cycle_anchor: march })
      expect((await shop.invoices()).map(lineOf)).toEqual([line])
      await shop.advance(31 * DAY + 2 * HOUR)
      expect((await shop.invoices()).at(-1)?.total).toBe(50_00)
    }
  })

  test('the time until an anchor is charged with it, and neither is where prorations are off', async () => {
    const anchor = march + 10 * DAY
    const [charged, free] = [
      await givenShop(given, { start: march }),
      await givenShop(given, { start: march }),
    ]
    const params = { backdate_start_date: february, billing_cycle_anchor: anchor }
    await charged.subscribe(params)
    await free.subscribe({ ...params, proration_behavior: 'none' })
    // 24 of the 28 days from 15 February on.
    expect((await charged.invoices()).map(lineOf)).toEqual(['42.86 paid subscription_create 2026-03-01'])
    expect(await free.invoices()).toEqual([])
    for (const shop of [charged, free]) await shop.advance(10 * DAY + 2 * HOUR)
    for (const shop of [charged, free]) expect((await shop.invoices()).at(-1)?.total).toBe(50_00)
  })

  test('a start in the future is refused', async () => {
    const shop = await givenShop(given)
    const later = shop.subscribe({ backdate_start_date: START + DAY })
    await expect(later).rejects.toMatchObject({ param: 'backdate_start_date' })
  })
})

describe('the day of a month as an anchor', () => {
  test('bills are made on the last day of months that are too short', async () => {
    const start = Date.UTC(2026, 1, 10, 12) / 1000
    const shop = await givenShop(given, { start })
    const made = await shop.subscribe({
      billing_cycle_anchor_config: { day_of_month: 31, hour: 0, minute: 0, second: 0 },
      proration_behavior: 'none',
    })
    expect(made).toMatchObject({
      billing_cycle_anchor: Date.UTC(2026, 1, 28) / 1000,
      billing_cycle_anchor_config: { day_of_month: 31, hour: 0, month: null },
    })
    await shop.advance(100 * DAY)
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '50.00 paid subscription_cycle 2026-02-28',
      '50.00 paid subscription_cycle 2026-03-31',
      '50.00 paid subscription_cycle 2026-04-30',
    ])
  })

  test('a yearly price begins in its month, and the time until then is charged in part', async () => {
    const shop = await givenShop(given, {
      interval: 'year',
      unitAmount: 365_00,
      start: Date.UTC(2026, 2, 22) / 1000,
    })
    const made = await shop.subscribe({ billing_cycle_anchor_config: { day_of_month: 1, month: 4 } })
    expect(made.billing_cycle_anchor).toBe(Date.UTC(2026, 3, 1) / 1000)
    expect((await shop.invoices()).map(lineOf)).toEqual(['10.00 paid subscription_create 2026-03-22'])
  })

  test('it is for months and years, and not beside a moment, which is not too late', async () => {
    const weekly = await givenShop(given, { interval: 'week' })
    const billing_cycle_anchor_config = { day_of_month: 1 }
    await expect(weekly.subscribe({ billing_cycle_anchor_config })).rejects.toThrow('monthly and yearly')
    const monthly = await givenShop(given)
    const both = { billing_cycle_anchor_config, billing_cycle_anchor: START + DAY }
    await expect(monthly.subscribe(both)).rejects.toThrow('one of')
    const late = monthly.subscribe({ billing_cycle_anchor: START + 40 * DAY })
    await expect(late).rejects.toThrow('next natural billing date')
  })
})

describe('items that are added to an invoice of a subscription', () => {
  test('the first invoice has them with their discounts, also where a trial begins', async () => {
    const [paid, trial] = [await givenShop(given), await givenShop(given)]
    const { id: coupon } = await stripe.coupons.create({ percent_off: 50 })
    const fee = await givenFee(paid)
    const add_invoice_items = [
      { price: fee, discounts: [{ coupon }] },
      { price_data: { currency: 'usd', product: paid.product, unit_amount: 2_00 }, quantity: 2 },
    ]
    await paid.subscribe({ add_invoice_items })
    const { status } = await trial.subscribe({ add_invoice_items, trial_period_days: 7 })
    expect(status).toBe('trialing')
    // 50.00 + 10.00 with half off + 2 × 2.00.
    expect((await paid.invoices()).map(lineOf)).toEqual(['59.00 paid subscription_create 2026-01-31'])
    expect((await trial.invoices()).map(lineOf)).toEqual(['9.00 paid subscription_create 2026-01-31'])
    await paid.advance(28 * DAY + 2 * HOUR)
    expect((await paid.invoices()).at(-1)?.total).toBe(50_00)
  })

  test('a trial with a fee is incomplete until that is paid', async () => {
    const shop = await givenShop(given, { card: null })
    const { id, status } = await shop.subscribe({
      add_invoice_items: [{ price: await givenFee(shop) }],
      trial_period_days: 7,
      payment_behavior: 'default_incomplete',
    })
    expect(status).toBe('incomplete')
    const [intent] = (await stripe.paymentIntents.list({ customer: shop.customer })).data
    await stripe.paymentIntents.confirm(intent?.id ?? '', { payment_method: 'pm_card_visa' })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'trialing' })
  })

  test('those of an update come with the next invoice, or at once', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    const add_invoice_items = [{ price: await givenFee(shop) }]
    await stripe.subscriptions.update(id, { add_invoice_items })
    expect(await shop.invoices()).toHaveLength(1)
    await stripe.subscriptions.update(id, { add_invoice_items, proration_behavior: 'always_invoice' })
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '50.00 paid subscription_create 2026-01-31',
      '20.00 paid subscription_update 2026-01-31',
    ])
    const recurring = stripe.subscriptions.update(id, { add_invoice_items: [{ price: shop.price }] })
    await expect(recurring).rejects.toThrow('type=recurring')
  })
})

test('what is to happen at the end of a trial may change, and what the customer says of the end is kept', async () => {
  const shop = await givenShop(given, { card: null })
  const { id } = await shop.subscribe({ trial_period_days: 7 })
  const missing_payment_method = 'cancel' as const
  await stripe.subscriptions.update(id, {
    trial_settings: { end_behavior: { missing_payment_method } },
    cancellation_details: { comment: 'Too much tea' },
  })
  await shop.advance(7 * DAY)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
  const later = { cancellation_details: { feedback: 'unused' as const } }
  expect(await stripe.subscriptions.update(id, later)).toMatchObject({
    cancellation_details: { comment: 'Too much tea', feedback: 'unused' },
  })
})

test('what would change bills and is not simulated is refused', async () => {
  const shop = await givenShop(given)
  const thresholds = { items: [{ price: shop.price, billing_thresholds: { usage_gte: 5 } }] }
  await expect(shop.subscribe(thresholds)).rejects.toMatchObject({ code: 'parameter_unknown' })
  const exempt = stripe.customers.update(shop.customer, { tax_exempt: 'exempt' })
  await expect(exempt).rejects.toMatchObject({ param: 'tax_exempt' })
})

/** A price of 10.00 that is charged once. */
async function givenFee({ product }: Shop): Promise<string> {
  return (await stripe.prices.create({ currency: 'usd', unit_amount: 10_00, product })).id
}
