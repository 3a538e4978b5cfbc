import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, type Shop, type ShopOptions } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

const RENEWAL = 28 * DAY

let given: GivenStripe
let stripe: Stripe
let onTop: string
let within: string
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
  onTop = await rateOf({ percentage: 19, inclusive: false })
  within = await rateOf({ percentage: 20, inclusive: true })
})
afterAll(() => given.close())

describe('a bill with tax', () => {
  type Bill = readonly [
    name: string,
    unitAmount: number,
    rate: () => string,
    off: Stripe.CouponCreateParams | null,
    expected: Partial<Stripe.Invoice>,
    tax: readonly [amount: number, taxable: number],
  ]
  test.each<Bill>([
    [
      'tax on top',
      50_00,
      () => onTop,
      null,
      { subtotal: 50_00, subtotal_excluding_tax: 50_00, total: 59_50, total_excluding_tax: 50_00 },
      [9_50, 50_00],
    ],
    [
      'tax on top, of what a discount leaves',
      50_00,
      () => onTop,
      { percent_off: 10 },
      { subtotal: 50_00, subtotal_excluding_tax: 50_00, total: 53_55, total_excluding_tax: 45_00 },
      [8_55, 45_00],
    ],
    [
      'tax within the price',
      60_00,
      () => within,
      null,
      { subtotal: 60_00, subtotal_excluding_tax: 50_00, total: 60_00, total_excluding_tax: 50_00 },
      [10_00, 50_00],
    ],
    [
      'tax within the price, of what an amount leaves',
      60_00,
      () => within,
      { amount_off: 12_00, currency: 'usd' },
      { subtotal: 60_00, subtotal_excluding_tax: 50_00, total: 48_00, total_excluding_tax: 40_00 },
      [8_00, 40_00],
    ],
    [
      'no tax on nothing',
      50_00,
      () => onTop,
      { percent_off: 100 },
      { subtotal: 50_00, subtotal_excluding_tax: 50_00, total: 0, total_excluding_tax: 0 },
      [0, 0],
    ],
  ])('the totals are right with %s', async (_name, unitAmount, rate, off, expected, [amount, taxable]) => {
    const shop = await givenShop(given, { unitAmount })
    const discounts = off === null ? '' : [{ coupon: (await stripe.coupons.create(off)).id }]
    await shop.subscribe({ default_tax_rates: [rate()], discounts })
    const [invoice] = await shop.invoices()
    expect(invoice).toMatchObject({ ...expected, amount_paid: expected.total, status: 'paid' })
    const tax = { amount, taxable_amount: taxable, tax_rate_details: { tax_rate: rate() } }
    expect(invoice?.total_taxes).toMatchObject([tax])
    expect(invoice?.lines.data[0]?.taxes).toMatchObject([tax])
    expect(invoice?.default_tax_rates).toMatchObject([{ id: rate() }])
  })

  test('each line is rounded by itself, as in Stripe’s own example', async () => {
    const rate = await rateOf({ percentage: 15, inclusive: false })
    const { customer } = await givenShop(given)
    for (const amount of [43, 4_84]) await stripe.invoiceItems.create({ customer, amount, currency: 'usd' })
    const draft = await stripe.invoices.create({
      customer,
      pending_invoice_items_behavior: 'include',
      default_tax_rates: [rate],
    })
    expect(draft).toMatchObject({ subtotal: 5_27, total: 6_06, total_taxes: [{ amount: 79 }] })
  })

  test('several rates are taken of the same amount, and of what inclusive ones leave', async () => {
    const [state, city] = [
      await rateOf({ percentage: 6.25, inclusive: false }),
      await rateOf({ percentage: 1.5, inclusive: false }),
    ]
    const shop = await givenShop(given, { unitAmount: 99_99 })
    await shop.subscribe({ default_tax_rates: [state, city] })
    const [invoice] = await shop.invoices()
    expect(invoice?.total_taxes?.map(({ amount }) => amount)).toEqual([6_25, 1_50])
    expect(invoice).toMatchObject({ total: 107_74 })
    const both = await givenShop(given, { unitAmount: 120_00 })
    await both.subscribe({ default_tax_rates: [within, state] })
    expect((await both.invoices())[0]).toMatchObject({ total: 126_25, total_excluding_tax: 100_00 })
  })

  test('a currency of three decimals has taxes in steps of ten', async () => {
    const shop = await givenShop(given, { unitAmount: 1_230, currency: 'kwd' })
    await shop.subscribe({ default_tax_rates: [onTop] })
    expect((await shop.invoices())[0]).toMatchObject({ total: 1_460, total_taxes: [{ amount: 230 }] })
  })
})

describe('which rates a line has', () => {
  test('an item’s own rates are instead of the subscription’s, and both stay at the next bill', async () => {
    const shop = await givenShop(given)
    const cups = { currency: 'usd', unit_amount: 10_00, product_data: { name: 'Cups' } }
    const monthly = await stripe.prices.create({ ...cups, recurring: { interval: 'month' } })
    const { id, items } = await shop.subscribe({
      items: [{ price: shop.price, tax_rates: [within] }, { price: monthly.id }],
      default_tax_rates: [onTop],
    })
    expect(items.data.map(({ tax_rates }) => tax_rates?.map((rate) => rate.id))).toEqual([[within], []])
    await shop.advance(RENEWAL + 2 * HOUR)
    expect((await shop.invoices()).map(({ total }) => total)).toEqual([61_90, 61_90])
    const [first] = items.data
    await stripe.subscriptionItems.update(first?.id ?? '', { tax_rates: '' })
    expect(await stripe.subscriptions.update(id, { default_tax_rates: '' })).toMatchObject({
      default_tax_rates: [],
      items: { data: [{ tax_rates: [] }, { tax_rates: [] }] },
    })
  })

  test('an item of a draft lowers what is taxed, and one with rates of its own is taxed by them', async () => {
    const shop = await givenRenewal({}, { default_tax_rates: [onTop] })
    const draft = (await shop.invoices()).at(-1)?.id ?? ''
    const item = { customer: shop.customer, invoice: draft, currency: 'usd' }
    const credit = await stripe.invoiceItems.create({ ...item, amount: -10_00 })
    expect(await stripe.invoices.retrieve(draft)).toMatchObject({
      total: 47_60,
      total_excluding_tax: 40_00,
      total_taxes: [{ amount: 7_60, taxable_amount: 40_00 }],
    })
    await stripe.invoiceItems.update(credit.id, { tax_rates: [within] })
    expect(await stripe.invoices.retrieve(draft)).toMatchObject({ total: 49_50, total_excluding_tax: 41_67 })
    expect(await stripe.invoices.update(draft, { default_tax_rates: '' })).toMatchObject({ total: 40_00 })
  })

  test('a change within a period is taxed as its item is', async () => {
    const shop = await givenShop(given)
    const { id, items } = await shop.subscribe({ default_tax_rates: [onTop] })
    await shop.advance(RENEWAL / 2)
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', quantity: 2 }],
      proration_behavior: 'always_invoice',
    })
    expect((await shop.invoices()).at(-1)).toMatchObject({ subtotal: 25_00, total: 29_75 })
  })

  test('credit of the balance comes after tax, and leaves the total', async () => {
    const shop = await givenShop(given)
    const credit = { amount: -9_50, currency: 'usd' }
    await stripe.customers.createBalanceTransaction(shop.customer, credit)
    await shop.subscribe({ default_tax_rates: [onTop] })
    expect((await shop.invoices())[0]).toMatchObject({ total: 59_50, amount_due: 50_00, amount_paid: 50_00 })
  })

  test('a session has the rates of its items and of its subscription', async () => {
    const { price } = await givenShop(given)
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [
        { price, quantity: 1 },
        { price, quantity: 1, tax_rates: [within] },
      ],
      subscription_data: { default_tax_rates: [onTop] },
    })
    const totals = { amount_total: 109_50, total_details: { amount_tax: 9_50 + 8_33 } }
    expect(session).toMatchObject(totals)
    const path = `/checkout/sessions/${session.id}/complete`
    expect(await given.control('POST', path, {})).toMatchObject({ ...totals, payment_status: 'paid' })
  })
})

test('with automatic tax, a draft takes no item whose tax Stripe could not compute', async () => {
  const shop = await givenRenewal({}, { automatic_tax: { enabled: true } })
  const draft = (await shop.invoices()).at(-1)
  expect(draft).toMatchObject({ automatic_tax: { enabled: true }, total: 50_00 })
  const item = { customer: shop.customer, invoice: draft?.id ?? '', currency: 'usd', amount: 1_00 }
  await expect(stripe.invoiceItems.create({ ...item, amount: -1_00 })).rejects.toMatchObject({
    param: 'amount',
  })
  const param = 'tax_behavior'
  await expect(stripe.invoiceItems.create(item)).rejects.toMatchObject({ param })
  await expect(stripe.invoiceItems.create({ ...item, tax_rates: [onTop] })).rejects.toMatchObject({ param })
  await stripe.invoiceItems.create({ ...item, tax_behavior: 'exclusive' })
  const { id: coupon } = await stripe.coupons.create({ amount_off: 5_00, currency: 'usd' })
  expect(await stripe.invoices.update(item.invoice, { discounts: [{ coupon }] })).toMatchObject({
    total: 46_00,
  })
})

test('a rate that is archived stays where it is, and cannot be given any more', async () => {
  const rate = await rateOf({ percentage: 7, inclusive: false })
  const shop = await givenShop(given)
  const { id } = await shop.subscribe({ default_tax_rates: [rate] })
  expect(await stripe.taxRates.update(rate, { active: false })).toMatchObject({
    active: false,
    percentage: 7,
  })
  await shop.advance(RENEWAL + 2 * HOUR)
  expect((await shop.invoices()).at(-1)).toMatchObject({ total: 53_50 })
  await stripe.subscriptions.update(id, { default_tax_rates: [rate], metadata: { kept: 'yes' } })
  const param = 'default_tax_rates'
  await expect(shop.subscribe({ default_tax_rates: [rate] })).rejects.toMatchObject({ param })
  await expect(shop.subscribe({ default_tax_rates: ['txr_none'] })).rejects.toMatchObject({ param })
})

async function rateOf(params: Pick<Stripe.TaxRateCreateParams, 'inclusive' | 'percentage'>): Promise<string> {
  return (await stripe.taxRates.create({ display_name: 'VAT', ...params })).id
}

async function givenRenewal(
  options: ShopOptions,
  params: Partial<Stripe.SubscriptionCreateParams>,
): Promise<Shop> {
  const shop = await givenShop(given, options)
  await shop.subscribe(params)
  await shop.advance(RENEWAL)
  return shop
}
