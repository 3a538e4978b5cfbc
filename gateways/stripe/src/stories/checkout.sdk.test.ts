import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenShop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

test('a visitor subscribes with a code, and what the merchant sent along is where it belongs', async () => {
  const { price } = await givenShop(given)
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20 })
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code: 'ADA20' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 2 }],
    success_url: 'https://shop.example/thanks',
    client_reference_id: 'gw_ADA20',
    allow_promotion_codes: true,
    metadata: { cart: '7' },
    subscription_data: { metadata: { referral_coupon: 'ADA20' } },
  })
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    url: expect.stringMatching(/^https:/),
  })
  await complete(session.id, { email: 'grace@example.com', promotionCode: 'ada20' })
  const done = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription.discounts', 'invoice', 'customer', 'line_items'],
  })
  expect(done).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_reference_id: 'gw_ADA20',
    amount_total: 80_00,
    metadata: { cart: '7' },
    customer: { email: 'grace@example.com' },
    subscription: { metadata: { referral_coupon: 'ADA20' } },
    invoice: { total: 80_00, status: 'paid' },
    discounts: [{ promotion_code: code.id }],
    line_items: { data: [{ quantity: 2 }] },
  })
  const types = (await stripe.events.list({ limit: 20 })).data.map(({ type }) => type)
  expect(types.indexOf('checkout.session.completed')).toBeLessThan(types.indexOf('invoice.paid'))
})

test('one discount at most, and none where codes are allowed', async () => {
  const { price } = await givenShop(given)
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20 })
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
  }
  const two = { ...params, discounts: [{ coupon }, { coupon }] }
  await expect(stripe.checkout.sessions.create(two)).rejects.toMatchObject({ param: 'discounts' })
  const both = { ...params, discounts: [{ coupon }], allow_promotion_codes: true }
  await expect(stripe.checkout.sessions.create(both)).rejects.toThrow(
    'You may only specify one of these parameters',
  )
})

test('a session is priced with its discount before it is paid, and one that cannot be given is refused', async () => {
  const { price } = await givenShop(given)
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20 })
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    line_items: [{ price, quantity: 2 }],
  }
  const session = await stripe.checkout.sessions.create({ ...params, discounts: [{ coupon }] })
  expect(session).toMatchObject({
    amount_subtotal: 100_00,
    amount_total: 80_00,
    total_details: { amount_discount: 20_00, amount_tax: 0 },
  })
  const { data } = await stripe.checkout.sessions.listLineItems(session.id)
  expect(data).toMatchObject([{ amount_subtotal: 100_00, amount_discount: 20_00, amount_total: 80_00 }])
  const unknown = stripe.checkout.sessions.create({ ...params, discounts: [{ coupon: 'none' }] })
  await expect(unknown).rejects.toMatchObject({ code: 'resource_missing', param: 'discounts[0][coupon]' })
})

test('a card that is declined leaves the session open, and an expired one cannot be paid', async () => {
  const { price } = await givenShop(given)
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
  })
  await expect(complete(session.id, { paymentMethod: 'pm_card_chargeDeclined' })).rejects.toThrow('declined')
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' })
  await stripe.checkout.sessions.expire(session.id)
  await expect(complete(session.id, {})).rejects.toThrow('expired')
})

test('a trial completes without a payment, and a single payment without a subscription', async () => {
  const { price, customer, clock, product } = await givenShop(given)
  const trial = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    subscription_data: { trial_period_days: 7 },
  })
  expect(await complete(trial.id, {})).toMatchObject({ payment_status: 'no_payment_required' })
  const single = await stripe.prices.create({ currency: 'usd', unit_amount: 12_00, product })
  const { id: coupon } = await stripe.coupons.create({ amount_off: 2_00, currency: 'usd' })
  const once = await stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price: single.id, quantity: 1 }],
    discounts: [{ coupon }],
  })
  expect(await complete(once.id, { testClock: clock })).toMatchObject({
    payment_status: 'paid',
    amount_total: 10_00,
    subscription: null,
  })
})

test('the page of a session shows what is paid for, keeps it open for a declined card, and leads back to the shop', async () => {
  const { price } = await givenShop(given)
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20 })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    discounts: [{ coupon }],
    success_url: 'https://shop.example/thanks?session={CHECKOUT_SESSION_ID}',
  })
  const address = `${given.sandbox.url}${new URL(session.url ?? '').pathname}`
  const page = await fetch(address)
  expect(await page.text()).toMatch(/50\.00 usd[\s\S]*20 % off/)
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;")
  const pay = (card: string) => {
    const body = new URLSearchParams({ card, email: 'ada@example.com' })
    return fetch(address, { method: 'POST', redirect: 'manual', body })
  }
  expect(await (await pay('pm_card_chargeDeclined')).text()).toContain('declined')
  const paid = await pay('pm_card_visa')
  expect(paid.headers.get('location')).toBe(`https://shop.example/thanks?session=${session.id}`)
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ amount_total: 40_00 })
  expect(await (await fetch(address)).text()).toContain('This session is complete.')
})

function complete(id: string, body: object): Promise<unknown> {
  return given.control('POST', `/checkout/sessions/${id}/complete`, body)
}
