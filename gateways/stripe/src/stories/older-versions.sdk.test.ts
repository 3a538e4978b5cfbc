import { givenListener } from '@goodword/sandbox/testing/given-listener'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, type Shop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

const acacia = { apiVersion: '2024-06-20' }
const basil = { apiVersion: '2025-03-31.basil' }

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('what programs of older versions read', () => {
  test('an invoice leads to its subscription, payment intent and charge, and lines have their prices', async () => {
    const { shop, subscription } = await givenDiscounted()
    const [latest] = await shop.invoices()
    const [charge] = (await stripe.charges.list({ customer: shop.customer })).data
    const invoice = await older('GET', `/v1/invoices/${latest?.id}`, { expand: ['charge', 'payment_intent'] })
    expect(invoice).toMatchObject({
      subscription,
      paid: true,
      paid_out_of_band: false,
      charge: { id: charge?.id, invoice: latest?.id },
      payment_intent: { object: 'payment_intent', status: 'succeeded', invoice: latest?.id },
      discount: { object: 'discount', coupon: { object: 'coupon', percent_off: 10 } },
      subscription_details: { metadata: { order: '7' } },
      tax: 9_00,
      total_tax_amounts: [{ amount: 9_00, inclusive: false }],
      lines: {
        data: [
          {
            type: 'subscription',
            proration: false,
            subscription,
            price: { id: shop.price, object: 'price' },
            plan: { id: shop.price, object: 'plan' },
            tax_amounts: [{ amount: 9_00 }],
          },
        ],
      },
    })
    for (const name of ['parent', 'total_taxes']) expect(invoice).not.toHaveProperty(name)
  })

  test('a subscription has its period and one discount, whose coupon is an object until clover', async () => {
    const { shop, subscription } = await givenDiscounted()
    const params = { expand: ['discounts', 'latest_invoice.payment_intent'] }
    const shown = await older('GET', `/v1/subscriptions/${subscription}`, params)
    expect(shown).toMatchObject({
      current_period_start: START,
      current_period_end: START + 28 * DAY,
      plan: { id: shop.price },
      quantity: 1,
      discount: { coupon: { percent_off: 10 } },
      discounts: [{ object: 'discount', coupon: { object: 'coupon' } }],
      latest_invoice: { payment_intent: { status: 'succeeded' } },
    })
    const later = await stripe.subscriptions.retrieve(subscription, { expand: ['discounts'] }, basil)
    expect(later).not.toHaveProperty('current_period_end')
    expect(later.discounts[0]).toMatchObject({ coupon: { object: 'coupon' } })
    expect(later.discounts[0]).not.toHaveProperty('source')
  })

  test('an incomplete subscription is paid by the client secret of its payment intent', async () => {
    const shop = await givenShop(given, { card: null })
    const shown = await older('POST', '/v1/subscriptions', {
      customer: shop.customer,
      items: [{ price: shop.price }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.payment_intent'],
    })
    const { latest_invoice: invoice } = Object(shown)
    expect(invoice.payment_intent.client_secret).toContain('_secret_')
    await older('POST', `/v1/payment_intents/${invoice.payment_intent.id}/confirm`, {
      payment_method: 'pm_card_visa',
    })
    expect(await older('GET', `/v1/subscriptions/${Object(shown).id}`)).toMatchObject({ status: 'active' })
  })

  test('events of an endpoint have the version of that, and former values have its names', async () => {
    const listener = await givenListener()
    await stripe.webhookEndpoints.create({
      url: `${listener.url}/hook`,
      enabled_events: ['customer.subscription.updated'],
      api_version: '2024-06-20',
    })
    const shop = await givenShop(given)
    await shop.subscribe()
    await shop.advance(28 * DAY + 2 * HOUR)
    const event = JSON.parse(listener.received.at(-1)?.body ?? '{}')
    await listener.close()
    expect(event).toMatchObject({
      api_version: '2024-06-20',
      data: {
        object: { current_period_start: START + 28 * DAY },
        previous_attributes: { current_period_start: START, current_period_end: START + 28 * DAY },
      },
    })
    const [first] = (await stripe.events.list({ type: 'customer.subscription.updated' })).data
    expect(first).toMatchObject({ api_version: Stripe.API_VERSION })
    expect(first?.data.object).not.toHaveProperty('current_period_start')
  })
})

describe('what programs of older versions send', () => {
  test('one coupon or code is a list of one, and an empty one clears it', async () => {
    const shop = await givenShop(given)
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'forever' })
    const code = await older('POST', '/v1/promotion_codes', { coupon, code: 'TEA20' })
    expect(code).toMatchObject({ code: 'TEA20', coupon: { id: coupon } })
    const made = await older('POST', '/v1/subscriptions', {
      customer: shop.customer,
      items: [{ price: shop.price }],
      promotion_code: Object(code).id,
    })
    expect(made).toMatchObject({ discount: { promotion_code: Object(code).id } })
    const path = `/v1/subscriptions/${Object(made).id}`
    expect(await older('POST', path, { coupon: '' })).toMatchObject({ discount: null, discounts: [] })
    expect(await older('POST', path, { coupon })).toMatchObject({ discount: { coupon: { id: coupon } } })
    expect((await shop.invoices()).map(({ total }) => total)).toEqual([40_00])
  })

  test('the upcoming invoice is a preview, also of items that would change', async () => {
    const shop = await givenShop(given)
    const { id, items } = await shop.subscribe()
    const params = { subscription: id, customer: shop.customer }
    expect(await older('GET', '/v1/invoices/upcoming', params)).toMatchObject({
      total: 50_00,
      subscription: id,
    })
    const changed = {
      ...params,
      subscription_items: [{ id: items.data[0]?.id, quantity: 3 }],
      subscription_proration_behavior: 'none',
    }
    expect(await older('GET', '/v1/invoices/upcoming', changed)).toMatchObject({ total: 150_00 })
    const today = stripe.rawRequest('GET', `/v1/invoices/upcoming?${queryOf(params, '')}`)
    await expect(today).rejects.toMatchObject({ code: 'endpoint_unavailable' })
  })

  test('the coupon of a customer is inherited by a subscription, and an empty one clears it', async () => {
    const shop = await givenShop(given)
    const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration: 'forever' })
    const path = `/v1/customers/${shop.customer}`
    expect(await older('POST', path, { coupon })).toMatchObject({ discount: { coupon: { id: coupon } } })
    await shop.subscribe()
    expect(await older('POST', path, { coupon: '' })).toMatchObject({ discount: null })
    expect((await shop.invoices()).map(({ total }) => total)).toEqual([40_00])
    const refused = stripe.rawRequest('POST', path, { discount: { coupon } })
    await expect(refused).rejects.toMatchObject({ code: 'parameter_unknown' })
  })

  test('an item of an invoice has its price by itself', async () => {
    const { customer, product } = await givenShop(given)
    const { id: price } = await stripe.prices.create({ currency: 'usd', unit_amount: 3_00, product })
    const item = await older('POST', '/v1/invoiceitems', { customer, price, quantity: 2 })
    expect(item).toMatchObject({ amount: 6_00, price: { id: price }, unit_amount: 3_00, subscription: null })
    const refused = stripe.rawRequest('POST', '/v1/invoiceitems', { customer, price })
    await expect(refused).rejects.toMatchObject({ code: 'parameter_unknown' })
  })
})

test('an account has a version of its own, which requests without one have', async () => {
  await given.control('PATCH', '/settings', { apiVersion: '2022-11-15' })
  const answer = await fetch(`${given.sandbox.url}/v1/products`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_given' },
    body: new URLSearchParams({ name: 'Cup' }),
  })
  expect(answer.headers.get('stripe-version')).toBe('2022-11-15')
  expect(await answer.json()).toMatchObject({ name: 'Cup', features: [] })
  await given.control('PATCH', '/settings', { apiVersion: Stripe.API_VERSION })
})

/** A subscription of 50.00 with 10 % off and a tax of 20 %. */
async function givenDiscounted(): Promise<{ readonly shop: Shop; readonly subscription: string }> {
  const shop = await givenShop(given)
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
  const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false })
  const { id } = await shop.subscribe({
    discounts: [{ coupon }],
    default_tax_rates: [rate.id],
    metadata: { order: '7' },
  })
  return { shop, subscription: id }
}

/** Sends a request as a program of an older version does, whose types the SDK of today has not. */
function older(method: string, path: string, params: object = {}): Promise<unknown> {
  if (method === 'POST') return stripe.rawRequest(method, path, { ...params }, acacia)
  return stripe.rawRequest(method, `${path}?${queryOf(params, '')}`, undefined, acacia)
}

function queryOf(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null) return `${name}=${encodeURIComponent(`${value}`)}`
  const parts = Object.entries(value).map(([key, each]) =>
    queryOf(each, name === '' ? key : `${name}[${key}]`),
  )
  return parts.join('&')
}
