import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, type Shop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

const tiers: Stripe.PriceCreateParams.Tier[] = [
  { up_to: 5, unit_amount: 7_00 },
  { up_to: 10, unit_amount: 6_50, flat_amount: 1_00 },
  { up_to: 'inf', unit_amount: 6_00 },
]

describe('tiers', () => {
  test('graduated tiers cost their own units each, on a line each, and coupons are taken off the lines', async () => {
    const shop = await givenShop(given)
    const price = await givenTiered(shop, 'graduated')
    expect(await stripe.prices.retrieve(price, { expand: ['tiers'] })).toMatchObject({
      billing_scheme: 'tiered',
      tiers_mode: 'graduated',
      unit_amount: null,
      tiers: [
        { up_to: 5, unit_amount: 7_00 },
        { up_to: 10, flat_amount: 1_00 },
        { up_to: null, unit_amount: 6_00 },
      ],
    })
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    await shop.subscribe({ items: [{ price, quantity: 6 }], discounts: [{ coupon }] })
    const [invoice] = await shop.invoices()
    expect(amountsOf(invoice)).toEqual([
      [1, 1_00],
      [1, 6_50],
      [5, 35_00],
    ])
    expect(invoice?.total).toBe(38_25)
  })

  test('a price by volume costs for all units what those of the last one’s tier do', async () => {
    const shop = await givenShop(given)
    const price = await givenTiered(shop, 'volume')
    const { id, items } = await shop.subscribe({ items: [{ price, quantity: 5 }] })
    await shop.advance(14 * DAY)
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', quantity: 11 }],
      proration_behavior: 'always_invoice',
    })
    await shop.advance(28 * DAY + 2 * HOUR)
    const [first, change, renewal] = await shop.invoices()
    // Half of 66.00 instead of half of 35.00.
    expect([first?.total, change?.total, renewal?.total]).toEqual([35_00, 15_50, 66_00])
    expect(amountsOf(renewal)).toEqual([[11, 66_00]])
  })

  test('usage is charged by tiers when its period is over', async () => {
    const shop = await givenShop(given)
    const meter = await stripe.billing.meters.create({
      display_name: 'Cups',
      event_name: 'tiered_cup',
      default_aggregation: { formula: 'sum' },
    })
    const recurring = { interval: 'month' as const, usage_type: 'metered' as const, meter: meter.id }
    const price = await givenTiered(shop, 'graduated', recurring)
    await shop.subscribe({ items: [{ price }] })
    await stripe.billing.meterEvents.create({
      event_name: 'tiered_cup',
      payload: { stripe_customer_id: shop.customer, value: '12' },
    })
    await shop.advance(28 * DAY + 2 * HOUR)
    // 5 × 7.00 + 1.00 + 5 × 6.50 + 2 × 6.00.
    expect((await shop.invoices()).map(({ total }) => total)).toEqual([0, 80_50])
  })

  test('tiers that do not end, or do not ascend, are refused', async () => {
    const shop = await givenShop(given)
    for (const wrong of [tiers.slice(0, 2), [tiers[1], tiers[0], tiers[2]]]) {
      const create = stripe.prices.create({
        currency: 'usd',
        product: shop.product,
        billing_scheme: 'tiered',
        tiers_mode: 'volume',
        tiers: wrong as Stripe.PriceCreateParams.Tier[],
      })
      await expect(create).rejects.toMatchObject({ param: 'tiers' })
    }
  })
})

test('a product is made with its first price, and has another later', async () => {
  const { id, default_price } = await stripe.products.create({
    name: 'Pot',
    default_price_data: { currency: 'eur', unit_amount: 15_00, recurring: { interval: 'year' } },
    expand: ['default_price'],
  })
  expect(default_price).toMatchObject({ product: id, active: true, unit_amount: 15_00, currency: 'eur' })
  const { id: other } = await stripe.prices.create({ currency: 'eur', unit_amount: 12_00, product: id })
  expect(await stripe.products.update(id, { default_price: other })).toMatchObject({ default_price: other })
  const unknown = stripe.products.update(id, { default_price: 'price_none' })
  await expect(unknown).rejects.toMatchObject({ param: 'default_price' })
})

test('a lookup key is of one price, from which another takes it', async () => {
  const { product } = await givenShop(given)
  const params = { currency: 'usd', unit_amount: 1_00, product, lookup_key: 'pro' }
  const { id } = await stripe.prices.create(params)
  await expect(stripe.prices.create(params)).rejects.toMatchObject({ param: 'lookup_key' })
  const { id: next } = await stripe.prices.create({ ...params, transfer_lookup_key: true })
  expect((await stripe.prices.list({ lookup_keys: ['pro'] })).data.map((each) => each.id)).toEqual([next])
  expect(await stripe.prices.retrieve(id)).toMatchObject({ lookup_key: null })
})

test('a meter is renamed, listed and deactivated, and takes no usage then', async () => {
  const { customer } = await givenShop(given)
  const params = {
    display_name: 'Cups',
    event_name: 'poured',
    default_aggregation: { formula: 'sum' as const },
  }
  const { id } = await stripe.billing.meters.create(params)
  await expect(stripe.billing.meters.create(params)).rejects.toMatchObject({ param: 'event_name' })
  expect(await stripe.billing.meters.update(id, { display_name: 'Poured' })).toMatchObject({
    display_name: 'Poured',
  })
  expect(await stripe.billing.meters.deactivate(id)).toMatchObject({ status: 'inactive' })
  const use = () =>
    stripe.billing.meterEvents.create({
      event_name: 'poured',
      payload: { stripe_customer_id: customer, value: '1' },
    })
  await expect(use()).rejects.toThrow('No active meter')
  const { data } = await stripe.billing.meters.list({ status: 'inactive' })
  expect(data.map((each) => each.id)).toEqual([id])
  await stripe.billing.meters.reactivate(id)
  expect(await use()).toMatchObject({ event_name: 'poured' })
})

describe('a price in several currencies', () => {
  test('a subscription has the currency that is asked for, or that its customer has already', async () => {
    const shop = await givenShop(given)
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 20_00,
      product: shop.product,
      recurring: { interval: 'month' },
      currency_options: { eur: { unit_amount: 18_00 }, jpy: { unit_amount: 3_000 } },
    })
    expect(
      (await stripe.prices.retrieve(price.id, { expand: ['currency_options'] })).currency_options,
    ).toMatchObject({ usd: { unit_amount: 20_00 }, eur: { unit_amount: 18_00 } })
    const items = [{ price: price.id, quantity: 2 }]
    const { id, currency } = await shop.subscribe({ items, currency: 'eur' })
    expect(currency).toBe('eur')
    await shop.subscribe({ items })
    await stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
    expect((await shop.invoices()).map((each) => [each.currency, each.total])).toEqual([
      ['eur', 36_00],
      ['eur', 36_00],
      ['eur', -36_00],
    ])
    const none = shop.subscribe({ items, currency: 'gbp' })
    await expect(none).rejects.toThrow('currency')
  })

  test('an item of an invoice has the price’s amount in the currency of its invoice', async () => {
    const { customer, product } = await givenShop(given)
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 20_00,
      product,
      currency_options: { eur: { unit_amount: 18_00 } },
    })
    const invoice = await stripe.invoices.create({ customer, currency: 'eur' })
    const item = { customer, pricing: { price: price.id }, quantity: 3 }
    expect(await stripe.invoiceItems.create({ ...item, invoice: invoice.id })).toMatchObject({
      currency: 'eur',
      amount: 54_00,
    })
    expect(await stripe.invoiceItems.create(item)).toMatchObject({ currency: 'usd', amount: 60_00 })
  })
})

async function givenTiered(
  { product }: Shop,
  tiers_mode: 'graduated' | 'volume',
  recurring: Stripe.PriceCreateParams.Recurring = { interval: 'month' },
): Promise<string> {
  const billing_scheme = 'tiered' as const
  const { id } = await stripe.prices.create({
    currency: 'usd',
    product,
    recurring,
    billing_scheme,
    tiers_mode,
    tiers,
  })
  return id
}

function amountsOf(invoice: Stripe.Invoice | undefined) {
  return invoice?.lines.data.map(({ quantity, amount }) => [quantity, amount])
}
