import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, lineOf } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

test('a session may make its prices, recurring ones and those that are charged once beside them', async () => {
  const shop = await givenShop(given, { card: null })
  const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: shop.customer,
    discounts: [{ coupon }],
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'eur',
          unit_amount: 30_00,
          recurring: { interval: 'month' },
          product_data: { name: 'Tea', metadata: { kind: 'green' } },
        },
      },
      { quantity: 1, price_data: { currency: 'eur', unit_amount: 15_00, product_data: { name: 'Pot' } } },
    ],
    automatic_tax: { enabled: true },
    billing_address_collection: 'required',
    customer_update: { address: 'auto' },
    tax_id_collection: { enabled: true },
    success_url: 'https://shop.example/thanks',
  })
  expect(session).toMatchObject({
    currency: 'eur',
    amount_subtotal: 75_00,
    amount_total: 67_50,
    automatic_tax: { enabled: true, status: 'complete' },
    billing_address_collection: 'required',
  })
  await complete(session.id, {})
  await shop.advance(28 * DAY + 2 * HOUR)
  expect((await shop.invoices()).map(lineOf)).toEqual([
    '67.50 paid subscription_create 2026-01-31',
    '54.00 paid subscription_cycle 2026-02-28',
  ])
})

test('a trial charges the price beside it at once, and needs no card where the session says so', async () => {
  const [fee, free] = [await givenShop(given, { card: null }), await givenShop(given, { card: null })]
  const once = await stripe.prices.create({ currency: 'usd', unit_amount: 9_00, product: fee.product })
  const subscription_data: Stripe.Checkout.SessionCreateParams.SubscriptionData = {
    trial_period_days: 7,
    description: 'Tea each month',
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  }
  const withFee = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: fee.customer,
    line_items: [
      { price: fee.price, quantity: 1 },
      { price: once.id, quantity: 1 },
    ],
    subscription_data,
  })
  expect(withFee.amount_total).toBe(9_00)
  expect(await complete(withFee.id, {})).toMatchObject({ payment_status: 'paid' })
  const [made] = (await stripe.subscriptions.list({ customer: fee.customer })).data
  expect(made).toMatchObject({ status: 'trialing', description: 'Tea each month' })

  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer: free.customer,
    line_items: [{ price: free.price, quantity: 1 }],
    subscription_data,
  }
  const always = await stripe.checkout.sessions.create(params)
  await expect(complete(always.id, { paymentMethod: null })).rejects.toThrow('needs a card')
  const session = await stripe.checkout.sessions.create({
    ...params,
    payment_method_collection: 'if_required',
  })
  expect(await complete(session.id, { paymentMethod: null })).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
  })
  await free.advance(7 * DAY + HOUR)
  const { data } = await stripe.subscriptions.list({ customer: free.customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
})

test('a session keeps a card, or reserves an amount with what the payment is to have', async () => {
  const { customer, product } = await givenShop(given, { card: null })
  const setup = await stripe.checkout.sessions.create({ mode: 'setup', currency: 'usd', customer })
  await complete(setup.id, { paymentMethod: 'pm_card_authenticationRequiredOnSetup' })
  const { setup_intent } = await stripe.checkout.sessions.retrieve(setup.id, { expand: ['setup_intent'] })
  expect(setup_intent).toMatchObject({ status: 'succeeded', customer })
  expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1)

  const { id: price } = await stripe.prices.create({ currency: 'usd', unit_amount: 9_00, product })
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer,
    line_items: [{ price, quantity: 1 }],
    payment_intent_data: { capture_method: 'manual', metadata: { order: '7' } },
  })
  expect(await complete(session.id, {})).toMatchObject({ payment_status: 'unpaid' })
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent'],
  })
  expect(payment_intent).toMatchObject({ status: 'requires_capture', metadata: { order: '7' } })
})

test('a session within a page of the merchant has a client secret instead of an address', async () => {
  const { price } = await givenShop(given)
  const params = { mode: 'subscription' as const, line_items: [{ price, quantity: 1 }] }
  const embedded = await stripe.checkout.sessions.create({
    ...params,
    ui_mode: 'embedded_page',
    return_url: 'https://shop.example/thanks',
  })
  expect(embedded).toMatchObject({ url: null, client_secret: expect.any(String), ui_mode: 'embedded_page' })
  const older = { ...params, ui_mode: 'embedded' }
  expect(
    await stripe.rawRequest('POST', '/v1/checkout/sessions', older, { apiVersion: '2025-12-15.clover' }),
  ).toMatchObject({ ui_mode: 'embedded', url: null })
})

test('a session that is not completed expires in time, and says so', async () => {
  const shop = await givenShop(given)
  const params = {
    mode: 'subscription' as const,
    customer: shop.customer,
    line_items: [{ price: shop.price, quantity: 1 }],
  }
  const short = await stripe.checkout.sessions.create({ ...params, expires_at: START + HOUR })
  const day = await stripe.checkout.sessions.create(params)
  await shop.advance(HOUR)
  const statusOf = async (id: string) => (await stripe.checkout.sessions.retrieve(id)).status
  expect([await statusOf(short.id), await statusOf(day.id)]).toEqual(['expired', 'open'])
  await shop.advance(DAY)
  expect(await statusOf(day.id)).toBe('expired')
  const { data } = await stripe.events.list({ type: 'checkout.session.expired', limit: 2 })
  expect(data.map((event) => Object(event.data.object).id)).toEqual([day.id, short.id])
  const soon = stripe.checkout.sessions.create({ ...params, expires_at: START + DAY + 60 })
  await expect(soon).rejects.toMatchObject({ param: 'expires_at' })
})

test('a session without a price that recurs makes no subscription, and no billing mode but classic', async () => {
  const { price, product } = await givenShop(given)
  const once = await stripe.prices.create({ currency: 'usd', unit_amount: 9_00, product })
  const create = (id: string, params: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: id, quantity: 1 }],
      ...params,
    })
  await expect(create(once.id)).rejects.toThrow('at least one recurring price')
  const flexible = { subscription_data: { billing_mode: { type: 'flexible' as const } } }
  await expect(create(price, flexible)).rejects.toMatchObject({
    param: 'subscription_data[billing_mode][type]',
  })
  await expect(create(price, { currency: 'gbp' })).rejects.toMatchObject({ param: 'line_items' })
})

test('a customer has the address that was sent', async () => {
  const { id, address } = await stripe.customers.create({ address: { line1: 'Via 1', country: 'IT' } })
  expect(address).toEqual({
    city: null,
    country: 'IT',
    line1: 'Via 1',
    line2: null,
    postal_code: null,
    state: null,
  })
  expect(await stripe.customers.update(id, { address: '' })).toMatchObject({ address: null })
})

test('a customer has tax ids, which its invoices show', async () => {
  const value = 'DE123456789'
  const { id } = await stripe.customers.create({ tax_id_data: [{ type: 'eu_vat', value }] })
  const swiss = await stripe.customers.createTaxId(id, { type: 'ch_vat', value: 'CHE-123.456.789' })
  expect(swiss).toMatchObject({ country: 'CH', customer: id })
  expect(await stripe.invoices.create({ customer: id })).toMatchObject({
    customer_tax_ids: [{ type: 'eu_vat', value }, { type: 'ch_vat' }],
  })
  await stripe.customers.deleteTaxId(id, swiss.id)
  const { tax_ids } = (await stripe.customers.retrieve(id, { expand: ['tax_ids'] })) as Stripe.Customer
  expect(tax_ids?.data).toMatchObject([{ type: 'eu_vat', country: 'DE' }])
  await expect(stripe.customers.retrieveTaxId(id, swiss.id)).rejects.toMatchObject({
    code: 'resource_missing',
  })
})

function complete(id: string, body: object): Promise<unknown> {
  return given.control('POST', `/checkout/sessions/${id}/complete`, body)
}
