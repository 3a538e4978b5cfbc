import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, lineOf, type Shop, useCard } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

const RENEWAL = 28 * DAY

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('the first payment of a subscription', () => {
  test('an incomplete subscription is active when its page has confirmed and the customer has authenticated', async () => {
    const shop = await givenShop(given, { card: null })
    const { id: coupon } = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
    const { subscription, intent, secret } = await begin(shop, { discounts: [{ coupon }] })
    expect(subscription).toMatchObject({ status: 'incomplete', default_payment_method: null })
    expect(secret).toBe((await stripe.paymentIntents.retrieve(intent)).client_secret)
    const card = await stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_threeDSecure2Required' },
    })
    const waiting = await stripe.paymentIntents.confirm(intent, {
      payment_method: card.id,
      return_url: 'https://shop.example/paid?cart=7',
    })
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'incomplete' })
    const { data: asked } = await stripe.events.list({ type: 'invoice.payment_action_required', limit: 1 })
    expect(asked[0]?.data.object).toMatchObject({ customer: shop.customer, attempted: true })

    const path = new URL(waiting.next_action?.redirect_to_url?.url ?? '').pathname
    const back = await fetch(`${given.sandbox.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome: 'succeeds' }),
    })
    const location = new URL(back.headers.get('location') ?? '')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      cart: '7',
      payment_intent: intent,
      payment_intent_client_secret: secret,
      redirect_status: 'succeeded',
    })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      default_payment_method: card.id,
    })
    expect(await stripe.paymentMethods.retrieve(card.id)).toMatchObject({ customer: shop.customer })
    expect((await shop.invoices()).map(lineOf)).toEqual(['45.00 paid subscription_create 2026-01-31'])
    expect(await (await fetch(`${given.sandbox.url}${path}`)).text()).toContain('nothing to authenticate')
  })

  test('a card that is charged at once leaves the subscription incomplete until its bank is answered', async () => {
    const shop = await givenShop(given, { card: 'pm_card_threeDSecure2Required' })
    const { id, status } = await shop.subscribe()
    expect(status).toBe('incomplete')
    const intent = await latestIntent(shop)
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    await authenticate(intent.id, 'fails')
    expect(await latestIntent(shop)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'incomplete' })
    await expect(authenticate(intent.id, 'succeeds')).rejects.toThrow('it waits for no authentication')
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  })

  test('a subscription that is not paid within 23 hours expires, and its payment cannot be made any more', async () => {
    const shop = await givenShop(given, { card: null })
    const { subscription, intent } = await begin(shop)
    await shop.advance(23 * HOUR - 1)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'incomplete' })
    await shop.advance(23 * HOUR)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'incomplete_expired',
    })
    expect((await shop.invoices()).map(lineOf)).toEqual(['50.00 void subscription_create 2026-01-31'])
    await expect(
      stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' }),
    ).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  test('a subscription that may not be incomplete is refused when its bank wants to be asked', async () => {
    const shop = await givenShop(given, { card: 'pm_card_authenticationRequired' })
    await expect(shop.subscribe({ payment_behavior: 'error_if_incomplete' })).rejects.toMatchObject({
      statusCode: 402,
      code: 'subscription_payment_intent_requires_action',
    })
    expect((await stripe.subscriptions.list({ customer: shop.customer, status: 'all' })).data).toEqual([])
  })

  test('a bank may decline what the customer has authenticated', async () => {
    const shop = await givenShop(given, {
      card: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    })
    await shop.subscribe()
    const { id } = await latestIntent(shop)
    await authenticate(id, 'succeeds')
    expect(await latestIntent(shop)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    })
    const again = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeCustomerFail' })
    await expect(again).rejects.toMatchObject({ code: 'card_declined' })
    const { data } = await stripe.events.list({ type: 'invoice.payment_failed', limit: 3 })
    expect(data.map((event) => Object(event.data.object).customer)).toEqual([
      shop.customer,
      shop.customer,
      shop.customer,
    ])
  })
})

describe('later payments', () => {
  test('a renewal is past due until the customer has authenticated it, and each further one needs that again', async () => {
    const shop = await givenShop(given)
    const { id } = await shop.subscribe()
    await useCard(stripe, shop.customer, 'pm_card_authenticationRequired')
    await shop.advance(RENEWAL + 2 * HOUR)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' })
    const intent = await latestIntent(shop)
    expect(intent).toMatchObject({ status: 'requires_action' })
    const { data } = await stripe.events.list({ type: 'invoice.payment_action_required', limit: 1 })
    expect(data[0]?.data.object).toMatchObject({ status: 'open', amount_remaining: 50_00 })
    await authenticate(intent.id, 'succeeds')
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
    await shop.advance(59 * DAY + 2 * HOUR)
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '50.00 paid subscription_create 2026-01-31',
      '50.00 paid subscription_cycle 2026-02-28',
      '50.00 open subscription_cycle 2026-03-31',
    ])
  })

  test('a card that was set up by the first payment is charged while the customer is away', async () => {
    const shop = await givenShop(given, { card: 'pm_card_authenticationRequiredOnSetup' })
    await shop.subscribe()
    await authenticate((await latestIntent(shop)).id, 'succeeds')
    await shop.advance(RENEWAL + 2 * HOUR)
    expect((await shop.invoices()).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  test('a request that pays an invoice is refused when the bank wants the customer, who then pays it', async () => {
    const shop = await givenShop(given)
    await shop.subscribe()
    await useCard(stripe, shop.customer, 'pm_card_chargeCustomerFail')
    await shop.advance(RENEWAL + 2 * HOUR)
    const open = (await shop.invoices()).at(-1)?.id ?? ''
    await useCard(stripe, shop.customer, 'pm_card_threeDSecure2Required')
    await expect(stripe.invoices.pay(open)).rejects.toMatchObject({
      code: 'invoice_payment_intent_requires_action',
    })
    await authenticate((await latestIntent(shop)).id, 'succeeds')
    expect(await stripe.invoices.retrieve(open)).toMatchObject({ status: 'paid' })
  })

  test('a change is charged at once, waits for a confirmation, or is undone, as the request says', async () => {
    const shop = await givenShop(given)
    const { id, items } = await shop.subscribe()
    const change = (quantity: number, payment_behavior: Stripe.SubscriptionUpdateParams.PaymentBehavior) =>
      stripe.subscriptions.update(id, {
        items: [{ id: items.data[0]?.id ?? '', quantity }],
        proration_behavior: 'always_invoice',
        payment_behavior,
      })
    await useCard(stripe, shop.customer, 'pm_card_authenticationRequired')
    await expect(change(2, 'error_if_incomplete')).rejects.toMatchObject({
      code: 'subscription_payment_intent_requires_action',
    })
    expect((await stripe.subscriptions.retrieve(id)).items.data[0]?.quantity).toBe(1)
    await expect(change(2, 'pending_if_incomplete')).rejects.toMatchObject({ param: 'payment_behavior' })
    expect(await change(2, 'default_incomplete')).toMatchObject({ status: 'past_due' })
    const intent = await latestIntent(shop)
    expect(intent).toMatchObject({ status: 'requires_confirmation', amount: 50_00, latest_charge: null })
    await stripe.paymentIntents.confirm(intent.id)
    await authenticate(intent.id, 'succeeds')
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  })
})

describe('a subscription that begins without a payment', () => {
  test('a setup intent takes the card for the end of a trial', async () => {
    const shop = await givenShop(given, { card: null })
    const { id, pending_setup_intent, latest_invoice } = await shop.subscribe({
      trial_period_days: 7,
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['pending_setup_intent', 'latest_invoice.confirmation_secret'],
    })
    const setup = pending_setup_intent as Stripe.SetupIntent
    expect(setup).toMatchObject({ status: 'requires_payment_method', customer: shop.customer })
    expect(latest_invoice).toMatchObject({ total: 0, confirmation_secret: null })
    await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_authenticationRequiredOnSetup' })
    await authenticate(setup.id, 'succeeds')
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'trialing',
      pending_setup_intent: null,
      default_payment_method: expect.stringMatching(/^pm_/),
    })
    await shop.advance(7 * DAY + 2 * HOUR)
    expect((await shop.invoices()).map(lineOf)).toEqual([
      '0.00 paid subscription_create 2026-01-31',
      '50.00 paid subscription_cycle 2026-02-07',
    ])
  })
})

test('at the page of Checkout the customer authenticates, or does not, and the session stays open then', async () => {
  const { price } = await givenShop(given)
  for (const mode of ['subscription', 'payment'] as const) {
    const once = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 9_00,
      product_data: { name: 'Cup' },
    })
    const line_items = [{ price: mode === 'payment' ? once.id : price, quantity: 1 }]
    const { id } = await stripe.checkout.sessions.create({ mode, line_items })
    const complete = (authentication: string) => {
      const body = { paymentMethod: 'pm_card_threeDSecure2Required', authentication }
      return given.control('POST', `/checkout/sessions/${id}/complete`, body)
    }
    await expect(complete('fails')).rejects.toThrow('unable to authenticate')
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
    expect(await complete('succeeds')).toMatchObject({ status: 'complete', payment_status: 'paid' })
  }
})

/** A subscription as a page of the merchant's begins it. */
async function begin(shop: Shop, params: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const subscription = await shop.subscribe({
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
    ...params,
  })
  const { client_secret: secret = '' } =
    (subscription.latest_invoice as Stripe.Invoice).confirmation_secret ?? {}
  return { subscription, secret, intent: (await latestIntent(shop)).id }
}

/** The payment intent of the customer's last invoice. */
async function latestIntent({ customer }: Shop): Promise<Stripe.PaymentIntent> {
  const { data } = await stripe.paymentIntents.list({ customer, limit: 1 })
  const [intent] = data
  if (intent === undefined) throw new Error(`no payment intent of ${customer}`)
  return intent
}

function authenticate(id: string, outcome: 'fails' | 'succeeds'): Promise<unknown> {
  return given.control('POST', `/authentications/${id}`, { outcome })
}
