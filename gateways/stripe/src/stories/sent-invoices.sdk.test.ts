import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, lineOf } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

const RENEWAL = 28 * DAY
const sent = { collection_method: 'send_invoice' as const, days_until_due: 30 }

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

test('a subscription whose invoices are sent is active at once, and its first invoice is a draft for an hour', async () => {
  const shop = await givenShop(given, { card: null })
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
  const { id, status } = await shop.subscribe({ ...sent, discounts: [{ coupon }] })
  expect(status).toBe('active')
  const [draft] = await shop.invoices()
  expect(draft).toMatchObject({
    status: 'draft',
    total: 45_00,
    collection_method: 'send_invoice',
    due_date: START + 30 * DAY,
    next_payment_attempt: null,
  })
  await shop.advance(HOUR)
  expect((await shop.invoices()).map(lineOf)).toEqual(['45.00 open subscription_create 2026-01-31'])
  const events = await stripe.events.list({ types: ['invoice.sent', 'invoice.finalized'], limit: 2 })
  expect(events.data.map(({ type }) => type)).toEqual(['invoice.sent', 'invoice.finalized'])
  await stripe.invoices.pay(draft?.id ?? '', { paid_out_of_band: true })
  await shop.advance(RENEWAL + HOUR)
  expect((await shop.invoices()).map(lineOf)).toEqual([
    '45.00 paid subscription_create 2026-01-31',
    '45.00 open subscription_cycle 2026-02-28',
  ])
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active', days_until_due: 30 })
})

test('an invoice that is not paid in time is overdue, and its subscription past due until it is paid by hand', async () => {
  const shop = await givenShop(given)
  const { id } = await shop.subscribe({ ...sent, days_until_due: 7 })
  await shop.advance(7 * DAY - 1)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  await shop.advance(7 * DAY)
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' })
  const [invoice] = await shop.invoices()
  expect(invoice).toMatchObject({ status: 'open', attempted: false })
  const { data } = await stripe.events.list({ type: 'invoice.overdue' })
  expect(data).toHaveLength(1)
  await stripe.invoices.pay(invoice?.id ?? '', { payment_method: 'pm_card_visa' })
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  expect((await stripe.charges.list({ customer: shop.customer })).data).toHaveLength(1)
})

test('a customer pays an invoice on its page, by a card that is good', async () => {
  const shop = await givenShop(given, { card: null })
  const { id } = await shop.subscribe(sent)
  expect((await shop.invoices())[0]?.hosted_invoice_url).toBeNull()
  await shop.advance(HOUR)
  const { pathname } = new URL((await shop.invoices())[0]?.hosted_invoice_url ?? '')
  const page = (card?: string) => {
    const body = card === undefined ? {} : { method: 'POST', body: new URLSearchParams({ card }) }
    return fetch(`${given.sandbox.url}${pathname}`, body)
  }
  expect(await (await page()).text()).toContain('50.00 usd')
  const declined = await page('pm_card_chargeDeclined')
  expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('declined')])
  expect(await (await page('pm_card_threeDSecure2Required')).text()).toContain('This invoice is paid.')
  expect((await shop.invoices()).map(lineOf)).toEqual(['50.00 paid subscription_create 2026-01-31'])
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
})

test('a subscription changes to charges, and what is charged at once for a change of a sent one is a draft', async () => {
  const shop = await givenShop(given)
  const { id, items } = await shop.subscribe(sent)
  await shop.advance(14 * DAY)
  await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]?.id ?? '', quantity: 2 }],
    proration_behavior: 'always_invoice',
  })
  expect((await shop.invoices()).at(-1)).toMatchObject({ status: 'draft', total: 25_00 })
  await stripe.subscriptions.update(id, { collection_method: 'charge_automatically' })
  await shop.advance(RENEWAL + HOUR)
  expect((await shop.invoices()).map(lineOf)).toEqual([
    '50.00 open subscription_create 2026-01-31',
    '25.00 open subscription_update 2026-02-14',
    '100.00 paid subscription_cycle 2026-02-28',
  ])
  const listed = await stripe.subscriptions.list({
    customer: shop.customer,
    collection_method: 'send_invoice',
  })
  expect(listed.data).toEqual([])
  expect(
    (await stripe.invoices.list({ customer: shop.customer, ...{ collection_method: 'send_invoice' } })).data,
  ).toHaveLength(2)
})

test('an invoice by itself is sent, and what has no due date or no address is refused', async () => {
  const { customer, price } = await givenShop(given, { card: null })
  await stripe.invoiceItems.create({ customer, amount: 8_00, currency: 'usd' })
  const { id, due_date } = await stripe.invoices.create({
    customer,
    collection_method: 'send_invoice',
    pending_invoice_items_behavior: 'include',
  })
  expect(due_date).toBe(START + 30 * DAY)
  expect(await stripe.invoices.sendInvoice(id)).toMatchObject({ status: 'open', amount_due: 8_00 })
  const missing = { param: 'days_until_due' }
  const without = { customer, items: [{ price }], collection_method: 'send_invoice' as const }
  await expect(stripe.subscriptions.create(without)).rejects.toMatchObject(missing)
  const { id: unknown } = await stripe.customers.create({})
  await expect(stripe.subscriptions.create({ ...without, ...sent, customer: unknown })).rejects.toThrow(
    'email',
  )
})
