import { givenListener } from '@goodword/sandbox/testing/given-listener'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, lineOf, type Shop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

/** When the second period of a monthly subscription of 31 January begins. */
const RENEWAL = 28 * DAY

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('a renewal', () => {
  test('a renewal is a draft for an hour, in which items and discounts change its totals at once', async () => {
    const shop = await givenRenewal()
    const draft = await newest(shop)
    expect(draft).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
      auto_advance: true,
      automatically_finalizes_at: START + RENEWAL + HOUR,
      ending_balance: null,
      number: null,
      total: 50_00,
    })
    const item = await stripe.invoiceItems.create({
      customer: shop.customer,
      invoice: draft.id,
      amount: -7_50,
      currency: 'usd',
      description: 'Reward',
      metadata: { goodword_effect: 'e1' },
    })
    expect(item.discountable).toBe(false)
    const { data } = await stripe.events.list({ limit: 2 })
    expect(data.map(({ type }) => type)).toEqual(['invoiceitem.created', 'invoice.updated'])
    expect(await newest(shop)).toMatchObject({ total: 42_50, subtotal: 42_50 })
    const coupon = await stripe.coupons.create({ percent_off: 10 })
    const discounted = await stripe.invoices.update(draft.id, { discounts: [{ coupon: coupon.id }] })
    expect(discounted).toMatchObject({ total: 37_50, total_discount_amounts: [{ amount: 5_00 }] })
    await stripe.invoiceItems.update(item.id, { amount: -2_50 })
    expect(await newest(shop)).toMatchObject({ total: 42_50 })
    const found = await stripe.invoiceItems.list({ invoice: draft.id })
    expect(found.data.map(({ metadata }) => metadata?.goodword_effect)).toEqual(['e1'])
    await shop.advance(RENEWAL + HOUR)
    expect(await newest(shop)).toMatchObject({
      status: 'paid',
      total: 42_50,
      amount_paid: 42_50,
      number: expect.any(String),
    })
  })

  test('an invoice cannot be changed once it is closed', async () => {
    const shop = await givenRenewal()
    await shop.advance(RENEWAL + HOUR)
    const { id } = await newest(shop)
    const item = { customer: shop.customer, invoice: id, amount: -100, currency: 'usd' }
    const error = { code: 'invoice_not_editable', statusCode: 400 }
    await expect(stripe.invoiceItems.create(item)).rejects.toMatchObject(error)
    await expect(stripe.invoices.update(id, { discounts: '' })).rejects.toMatchObject(error)
    expect(await stripe.invoices.update(id, { metadata: { seen: 'yes' } })).toMatchObject({
      metadata: { seen: 'yes' },
    })
  })

  test('an item that was taken back is gone, and a pending one waits for the next invoice', async () => {
    const shop = await givenShop(given)
    await shop.subscribe()
    const pending = { customer: shop.customer, amount: -10_00, currency: 'usd' }
    const [first, second] = [
      await stripe.invoiceItems.create(pending),
      await stripe.invoiceItems.create(pending),
    ]
    expect((await stripe.invoiceItems.list({ customer: shop.customer, pending: true })).data).toHaveLength(2)
    await stripe.invoiceItems.del(first.id)
    await shop.advance(RENEWAL)
    expect(await newest(shop)).toMatchObject({ total: 40_00 })
    expect(await stripe.invoiceItems.retrieve(second.id)).toMatchObject({ invoice: (await newest(shop)).id })
  })

  test('a merchant may set another moment, finalize by hand, or keep the draft', async () => {
    const [later, byHand, kept] = [await givenRenewal(), await givenRenewal(), await givenRenewal()]
    await stripe.invoices.update((await newest(later)).id, {
      automatically_finalizes_at: START + RENEWAL + 5 * HOUR,
    })
    expect(await stripe.invoices.finalizeInvoice((await newest(byHand)).id)).toMatchObject({ status: 'paid' })
    await stripe.invoices.update((await newest(kept)).id, { auto_advance: false })
    for (const shop of [later, kept]) await shop.advance(RENEWAL + 4 * HOUR)
    expect([await newest(later), await newest(kept)].map(({ status }) => status)).toEqual(['draft', 'draft'])
    for (const shop of [later, kept]) await shop.advance(RENEWAL + 5 * HOUR)
    expect([await newest(later), await newest(kept)].map(({ status }) => status)).toEqual(['paid', 'draft'])
  })

  test('a draft is held until its webhook was taken, for three days at most', async () => {
    let status = 500
    const listener = await givenListener((_received, response) => {
      response.writeHead(status).end()
    })
    const shop = await givenShop(given)
    await shop.subscribe()
    const endpoint = await stripe.webhookEndpoints.create({
      url: listener.url,
      enabled_events: ['invoice.created'],
    })
    await shop.advance(RENEWAL + 90 * 60)
    expect(await newest(shop)).toMatchObject({ status: 'draft', webhooks_delivered_at: null })
    status = 200
    await shop.advance(RENEWAL + 2.5 * HOUR)
    expect(await newest(shop)).toMatchObject({
      status: 'draft',
      webhooks_delivered_at: START + RENEWAL + 2 * HOUR,
    })
    await shop.advance(RENEWAL + 3 * HOUR)
    expect(await newest(shop)).toMatchObject({ status: 'paid' })
    status = 500
    await shop.advance(59 * DAY + 71 * HOUR)
    expect(await newest(shop)).toMatchObject({ status: 'draft' })
    await shop.advance(59 * DAY + 72 * HOUR)
    expect(await newest(shop)).toMatchObject({ status: 'paid' })
    await stripe.webhookEndpoints.del(endpoint.id)
    await listener.close()
  })
})

describe('invoices without a draft that could be changed', () => {
  test('the first one is paid at once', async () => {
    const shop = await givenShop(given)
    await shop.subscribe()
    expect((await shop.invoices()).map(lineOf)).toEqual(['50.00 paid subscription_create 2026-01-31'])
  })

  test('the first one of a trial comes to nothing and is paid, and the trial’s end has a draft', async () => {
    const shop = await givenShop(given)
    const { id, status } = await stripe.subscriptions.create({
      customer: shop.customer,
      items: [{ price: shop.price }],
      trial_end: START + 10 * DAY,
    })
    expect(status).toBe('trialing')
    await shop.advance(10 * DAY)
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '0.00 paid subscription_create 2026-01-31',
      '50.00 draft subscription_cycle 2026-02-10',
    ])
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      billing_cycle_anchor: START + 10 * DAY,
    })
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)
    expect(types).toContain('customer.subscription.trial_will_end')
  })
})

test('an invoice has its lines by pages, the first ten inside', async () => {
  const shop = await givenShop(given)
  for (let amount = 1; amount <= 12; amount += 1) {
    await stripe.invoiceItems.create({ customer: shop.customer, amount: amount * 100, currency: 'usd' })
  }
  const draft = await stripe.invoices.create({
    customer: shop.customer,
    pending_invoice_items_behavior: 'include',
  })
  expect(draft).toMatchObject({ total: 78_00, billing_reason: 'manual', lines: { has_more: true } })
  expect(draft.lines.data).toHaveLength(10)
  const lines: number[] = []
  for await (const line of stripe.invoices.listLineItems(draft.id, { limit: 5 })) lines.push(line.amount)
  expect(lines).toHaveLength(12)
})

test('pending items come first and the newest first, then the subscription’s, then what was added to the draft', async () => {
  const shop = await givenShop(given)
  const cups = { currency: 'usd', unit_amount: 10_00, product_data: { name: 'Cups' } }
  const monthly = await stripe.prices.create({ ...cups, recurring: { interval: 'month' } })
  const items = [{ price: shop.price }, { price: monthly.id }]
  await stripe.subscriptions.create({ customer: shop.customer, items })
  const add = async (amount: number, invoice?: string) => {
    const item = { customer: shop.customer, currency: 'usd', amount }
    await stripe.invoiceItems.create({ ...item, ...(invoice !== undefined && { invoice }) })
  }
  for (const amount of [1_00, 2_00]) await add(amount)
  await shop.advance(RENEWAL)
  const { id } = await newest(shop)
  for (const amount of [3_00, 4_00]) await add(amount, id)
  const { data } = await stripe.invoices.listLineItems(id)
  expect(data.map(({ amount }) => amount)).toEqual([2_00, 1_00, 10_00, 50_00, 3_00, 4_00])
})

test('an item is for an invoice of its customer', async () => {
  const [shop, other] = [await givenShop(given), await givenShop(given)]
  const { id } = await stripe.invoices.create({ customer: shop.customer })
  const item = { customer: other.customer, invoice: id, amount: 1_00, currency: 'usd' }
  await expect(stripe.invoiceItems.create(item)).rejects.toMatchObject({ param: 'invoice' })
})

/** A shop at the moment of its first renewal. */
async function givenRenewal(): Promise<Shop> {
  const shop = await givenShop(given)
  await shop.subscribe()
  await shop.advance(RENEWAL)
  return shop
}

async function newest(shop: Shop): Promise<Stripe.Invoice> {
  const invoice = (await shop.invoices()).at(-1)
  if (invoice === undefined) throw new Error('invoice not found')
  return invoice
}
