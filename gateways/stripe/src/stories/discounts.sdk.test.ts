import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, lineOf } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('bills known from Stripe', () => {
  test.each<[string, number, Stripe.CouponCreateParams[], number]>([
    ['10 % and 20 %', 50_00, [{ percent_off: 10 }, { percent_off: 20 }], 36_00],
    ['30 %, then 5.00 off', 50_00, [{ percent_off: 30 }, { amount_off: 5_00, currency: 'usd' }], 30_00],
    [
      '10 %, 20 % and 3.00 off',
      50_00,
      [{ percent_off: 10 }, { percent_off: 20 }, { amount_off: 3_00, currency: 'usd' }],
      33_00,
    ],
    ['20 % of 5.99', 5_99, [{ percent_off: 20 }], 4_79],
    ['200.00 off 100.00', 100_00, [{ amount_off: 200_00, currency: 'usd' }], 0],
  ])('the total is right for %s', async (_name, unitAmount, coupons, expected) => {
    const shop = await givenShop(given, { unitAmount })
    const discounts = await Promise.all(coupons.map((each) => couponOf({ ...each, duration: 'forever' })))
    const { latest_invoice } = await shop.subscribe({ discounts, expand: ['latest_invoice'] })
    expect(latest_invoice).toMatchObject({
      subtotal: unitAmount,
      total: expected,
      amount_paid: expected,
      status: 'paid',
    })
    await shop.advance(28 * DAY + 2 * HOUR)
    expect((await shop.invoices()).map(({ total }) => total)).toEqual([expected, expected])
  })

  test('the same coupon twice counts once', async () => {
    const shop = await givenShop(given)
    const coupon = await couponOf({ percent_off: 10, duration: 'forever' })
    const { discounts } = await shop.subscribe({ discounts: [coupon, coupon] })
    expect(discounts).toHaveLength(1)
  })

  test('the unused time of an old plan is credited in full beside the discounted charge', async () => {
    const shop = await givenShop(given, { unitAmount: 20_00 })
    const pro = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 50_00,
      product: shop.product,
      recurring: { interval: 'month' },
    })
    const { id, items } = await shop.subscribe()
    const discounts = [
      await couponOf({ percent_off: 10, duration: 'forever' }),
      await couponOf({ percent_off: 20, duration: 'forever' }),
    ]
    const { latest_invoice } = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: pro.id }],
      discounts,
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    })
    expect(latest_invoice).toMatchObject({
      total: 16_00,
      billing_reason: 'subscription_update',
      status: 'paid',
    })
  })
})

describe('how long', () => {
  test('once is the first bill, months are counted from the start, and forever does not end', async () => {
    const shop = await givenShop(given)
    const discounts = [
      await couponOf({ amount_off: 7_00, currency: 'usd', duration: 'once' }),
      await couponOf({ amount_off: 2_00, currency: 'usd', duration: 'repeating', duration_in_months: 2 }),
      await couponOf({ amount_off: 1_00, currency: 'usd', duration: 'forever' }),
    ]
    await shop.subscribe({ discounts })
    await shop.advance(95 * DAY)
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '40.00 paid subscription_create 2026-01-31',
      '47.00 paid subscription_cycle 2026-02-28',
      '49.00 paid subscription_cycle 2026-03-31',
      '49.00 paid subscription_cycle 2026-04-30',
    ])
  })

  test('within two months a weekly plan takes it on every bill, and a yearly plan once', async () => {
    const coupon = {
      amount_off: 10_00,
      currency: 'usd',
      duration: 'repeating',
      duration_in_months: 2,
    } as const
    const weekly = await givenShop(given, { interval: 'week' })
    await weekly.subscribe({ discounts: [await couponOf(coupon)] })
    await weekly.advance(80 * DAY)
    const bills = await weekly.invoices()
    // Until 31 March at noon, when the ninth week begins on 4 April.
    expect(bills.map(({ total }) => total)).toEqual([...Array(9).fill(40_00), 50_00, 50_00, 50_00])
    const yearly = await givenShop(given, { interval: 'year' })
    await yearly.subscribe({ discounts: [await couponOf(coupon)] })
    await yearly.advance(366 * DAY)
    expect((await yearly.invoices()).map(({ total }) => total)).toEqual([40_00, 50_00])
  })

  test('one for a trial’s subscription is for the first bill with something to pay', async () => {
    const shop = await givenShop(given)
    await shop.subscribe({
      discounts: [await couponOf({ percent_off: 50, duration: 'once' })],
      trial_period_days: 7,
    })
    await shop.advance(45 * DAY)
    expect((await shop.invoices()).map(({ total }) => total)).toEqual([0, 25_00, 50_00])
  })
})

describe('the list of discounts', () => {
  test('nothing leaves it as it is, a list replaces it, entries of it can be kept, and an empty text clears it', async () => {
    const shop = await givenShop(given)
    const [ours, theirs] = [
      await couponOf({ percent_off: 10 }),
      await couponOf({ percent_off: 20, duration: 'forever' }),
    ]
    const { id, discounts } = await shop.subscribe({ discounts: [theirs] })
    const [kept] = discounts
    expect(
      (await stripe.subscriptions.update(id, { discounts: [], metadata: { a: '1' } })).discounts,
    ).toEqual(discounts)
    const both = await stripe.subscriptions.update(id, { discounts: [{ discount: `${kept}` }, ours] })
    expect(both.discounts[0]).toBe(kept)
    expect(both.discounts).toHaveLength(2)
    expect((await stripe.subscriptions.update(id, { discounts: [theirs] })).discounts).not.toContain(kept)
    expect((await stripe.subscriptions.update(id, { discounts: '' })).discounts).toEqual([])
  })

  test('a subscription without one has the customer’s, and an empty text means none', async () => {
    const shop = await givenShop(given)
    const { coupon = '' } = await couponOf({ percent_off: 25, duration: 'forever' })
    await given.control('PUT', `/customers/${shop.customer}/discount`, { coupon })
    const inherits = await shop.subscribe({ expand: ['latest_invoice', 'discounts.source.coupon'] })
    expect(inherits.latest_invoice).toMatchObject({ total: 37_50 })
    expect(inherits.discounts[0]).toMatchObject({ source: { coupon: { id: coupon, percent_off: 25 } } })
    const none = await shop.subscribe({ discounts: '', expand: ['latest_invoice'] })
    expect(none.discounts).toEqual([])
    const ended = await couponOf({ percent_off: 25, duration: 'repeating', duration_in_months: 1 })
    await given.control('PUT', `/customers/${shop.customer}/discount`, { coupon: ended.coupon ?? '' })
    await shop.advance(29 * DAY)
    expect((await stripe.invoices.create({ customer: shop.customer })).discounts).toEqual([])
  })

  test('more than 20, an amount of another currency and a used up coupon are refused, and redeem nothing', async () => {
    const shop = await givenShop(given)
    const euro = await couponOf({ amount_off: 5_00, currency: 'eur', duration: 'forever' })
    await expect(shop.subscribe({ discounts: [euro] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'discounts[0][coupon]',
    })
    const once = await couponOf({ percent_off: 5, max_redemptions: 1 })
    await expect(
      shop.subscribe({
        discounts: [once],
        payment_behavior: 'pending_if_incomplete',
        items: [{ price: 'price_none' }],
      }),
    ).rejects.toThrow()
    await shop.subscribe({ discounts: [once] })
    await expect(shop.subscribe({ discounts: [once] })).rejects.toMatchObject({ code: 'coupon_expired' })
    await expect(shop.subscribe({ discounts: Array(21).fill(once) })).rejects.toMatchObject({
      param: 'discounts',
    })
  })

  test('a discount can be kept by its id on what has it, and on what belongs to that', async () => {
    const shop = await givenShop(given)
    const { id, discounts } = await shop.subscribe({
      discounts: [await couponOf({ percent_off: 10, duration: 'forever' })],
    })
    const kept = { discount: `${discounts[0]}` }
    await shop.advance(28 * DAY)
    const draft = (await shop.invoices()).at(-1)?.id ?? ''
    expect(await stripe.invoices.update(draft, { discounts: [kept] })).toMatchObject({ discounts })
    const another = await shop.subscribe()
    await stripe.subscriptions.update(id, { discounts: '' })
    const { data } = await stripe.events.list({ type: 'customer.discount.deleted', limit: 1 })
    expect(data[0]?.data.object).toMatchObject({ id: discounts[0] })
    for (const other of [id, another.id]) {
      await expect(stripe.subscriptions.update(other, { discounts: [kept] })).rejects.toMatchObject({
        code: 'resource_missing',
        param: 'discounts[0][discount]',
      })
    }
  })

  test('twenty are multiplied one after the other', async () => {
    const shop = await givenShop(given, { unitAmount: 1_000_00 })
    const discounts = await Promise.all(
      Array.from({ length: 20 }, () => couponOf({ percent_off: 5, duration: 'forever' })),
    )
    const { latest_invoice } = await shop.subscribe({ discounts, expand: ['latest_invoice'] })
    // 0.95 to the power of 20 would leave 358.4859…; each of the steps is rounded to the cent.
    expect(latest_invoice).toMatchObject({ total: 358_47 })
  })

  test('an amount has other currencies by its options', async () => {
    const shop = await givenShop(given, { currency: 'eur' })
    const coupon = await couponOf({
      amount_off: 5_00,
      currency: 'usd',
      currency_options: { eur: { amount_off: 4_00 } },
    })
    const { latest_invoice } = await shop.subscribe({ discounts: [coupon], expand: ['latest_invoice'] })
    expect(latest_invoice).toMatchObject({ total: 46_00 })
    const id = coupon.coupon ?? ''
    const options = { currency_options: { gbp: { amount_off: 3_00 } }, expand: ['currency_options'] }
    expect(await stripe.coupons.update(id, options)).toMatchObject({
      currency_options: { usd: { amount_off: 5_00 }, eur: { amount_off: 4_00 }, gbp: { amount_off: 3_00 } },
    })
    await expect(stripe.coupons.update(id, options)).rejects.toMatchObject({ param: 'currency_options' })
  })

  test('an item’s own discounts come first, and one for a product leaves the others alone', async () => {
    const shop = await givenShop(given)
    const other = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 10_00,
      product_data: { name: 'Cups' },
      recurring: { interval: 'month' },
    })
    const forTea = await couponOf({
      percent_off: 50,
      duration: 'forever',
      applies_to: { products: [shop.product] },
    })
    const own = await couponOf({ amount_off: 10_00, currency: 'usd', duration: 'forever' })
    const { latest_invoice } = await shop.subscribe({
      items: [{ price: shop.price, quantity: 2, discounts: [own] }, { price: other.id }],
      discounts: [forTea],
      expand: ['latest_invoice'],
    })
    const invoice = latest_invoice as Stripe.Invoice
    // The item's own are in the subtotal already.
    expect(invoice).toMatchObject({ subtotal: 100_00, total: 45_00 + 10_00 })
    expect(
      invoice.lines.data.map(({ discount_amounts }) => discount_amounts?.map(({ amount }) => amount)),
    ).toEqual([[], [10_00, 45_00]])
    expect(invoice.lines.data.map(({ subtotal }) => subtotal)).toEqual([10_00, 100_00])
    expect(invoice.total_discount_amounts?.map(({ amount }) => amount)).toEqual([10_00, 45_00])
  })
})

async function couponOf(params: Stripe.CouponCreateParams): Promise<{ coupon?: string }> {
  const { id } = await stripe.coupons.create(params)
  return { coupon: id }
}

test('what was made by a test clock is dated by it', async () => {
  const shop = await givenShop(given)
  const { created } = await shop.subscribe()
  expect(created).toBe(START)
})
