import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenShop } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('a payment that a program makes by itself', () => {
  test('it is made, changed, confirmed and given back', async () => {
    const { customer } = await givenShop(given)
    const made = await stripe.paymentIntents.create({
      amount: 10_00,
      currency: 'usd',
      customer,
      automatic_payment_methods: { enabled: true },
      metadata: { order: '7' },
    })
    expect(made).toMatchObject({ status: 'requires_payment_method', client_secret: expect.any(String) })
    await expect(stripe.paymentIntents.confirm(made.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    await stripe.paymentIntents.update(made.id, { amount: 12_00, payment_method: 'pm_card_visa' })
    expect(await stripe.paymentIntents.confirm(made.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 12_00,
      metadata: { order: '7' },
    })
    await stripe.refunds.create({ payment_intent: made.id, amount: 2_00 })
    const { data } = await stripe.charges.list({ payment_intent: made.id })
    expect(data).toMatchObject([{ amount: 12_00, amount_refunded: 2_00, customer }])
    await expect(stripe.paymentIntents.cancel(made.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  test('a card that is declined is refused with the payment, which can be paid by another', async () => {
    const params = { amount: 10_00, currency: 'usd', confirm: true }
    const refused = await stripe.paymentIntents
      .create({ ...params, payment_method: 'pm_card_chargeDeclinedInsufficientFunds' })
      .catch((error) => error)
    expect(refused).toMatchObject({
      statusCode: 402,
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method', payment_method: null },
    })
    const { id } = refused.payment_intent
    expect(await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
      customer: null,
    })
    await expect(stripe.paymentIntents.create({ amount: 49, currency: 'usd' })).rejects.toMatchObject({
      code: 'amount_too_small',
    })
  })

  test('what was only reserved is taken in part, or goes back', async () => {
    const reserve = () =>
      stripe.paymentIntents.create({
        amount: 10_00,
        currency: 'usd',
        capture_method: 'manual',
        payment_method: 'pm_card_visa',
        confirm: true,
      })
    const [taken, canceled] = [await reserve(), await reserve()]
    expect(taken).toMatchObject({ status: 'requires_capture', amount_capturable: 10_00, amount_received: 0 })
    expect(await stripe.paymentIntents.capture(taken.id, { amount_to_capture: 7_00 })).toMatchObject({
      status: 'succeeded',
      amount_received: 7_00,
    })
    const { data } = await stripe.charges.list({ payment_intent: taken.id })
    expect(data).toMatchObject([{ captured: true, amount_captured: 7_00, amount_refunded: 3_00 }])
    expect(
      await stripe.paymentIntents.cancel(canceled.id, { cancellation_reason: 'abandoned' }),
    ).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    const events = await stripe.events.list({ types: ['payment_intent.canceled', 'charge.captured'] })
    expect(events.data.map(({ type }) => type)).toEqual(['payment_intent.canceled', 'charge.captured'])
  })

  test('a customer who is away can pay with a card that was set up, and not with one that is always asked for', async () => {
    const { customer } = await givenShop(given)
    const pay = (payment_method: string) =>
      stripe.paymentIntents.create({
        amount: 10_00,
        currency: 'usd',
        customer,
        payment_method,
        off_session: true,
        confirm: true,
      })
    const setUp = async (payment_method: string) => {
      const setup = await stripe.setupIntents.create({ customer, payment_method, confirm: true })
      await given.control('POST', `/authentications/${setup.id}`, { outcome: 'succeeds' })
      const { status, payment_method: id } = await stripe.setupIntents.retrieve(setup.id)
      expect(status).toBe('succeeded')
      return `${id}`
    }
    await expect(pay('pm_card_authenticationRequiredOnSetup')).rejects.toMatchObject({
      code: 'authentication_required',
    })
    expect(await pay(await setUp('pm_card_authenticationRequiredOnSetup'))).toMatchObject({
      status: 'succeeded',
    })
    const always = await setUp('pm_card_authenticationRequired')
    await expect(pay(always)).rejects.toMatchObject({
      code: 'authentication_required',
      payment_intent: { last_payment_error: { code: 'authentication_required' } },
    })
  })

  test('the payment of an invoice is neither changed nor canceled by itself', async () => {
    const shop = await givenShop(given, { card: null })
    await shop.subscribe({ payment_behavior: 'default_incomplete' })
    const [intent] = (await stripe.paymentIntents.list({ customer: shop.customer })).data
    const unexpected = { code: 'payment_intent_unexpected_state' }
    await expect(stripe.paymentIntents.cancel(intent?.id ?? '')).rejects.toMatchObject(unexpected)
    await expect(stripe.paymentIntents.update(intent?.id ?? '', { amount: 1_00 })).rejects.toMatchObject(
      unexpected,
    )
  })
})

describe('a card that is kept for later', () => {
  test('a setup intent attaches the card to its customer, who can then have it as the default', async () => {
    const { customer } = await givenShop(given, { card: null })
    const setup = await stripe.setupIntents.create({ customer, usage: 'off_session' })
    expect(setup).toMatchObject({ status: 'requires_payment_method', usage: 'off_session' })
    const card = { type: 'card' as const, card: { token: 'tok_visa' } }
    const { id: method } = await stripe.paymentMethods.create(card)
    expect(await stripe.setupIntents.confirm(setup.id, { payment_method: method })).toMatchObject({
      status: 'succeeded',
    })
    expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({ customer })
    const settings = { invoice_settings: { default_payment_method: method } }
    expect(await stripe.customers.update(customer, settings)).toMatchObject(settings)
    expect((await stripe.setupIntents.list({ customer })).data.map(({ id }) => id)).toEqual([setup.id])
  })

  test('a card that is refused or not authenticated leaves the intent open, and it can be canceled', async () => {
    const { customer } = await givenShop(given, { card: null })
    const { id } = await stripe.setupIntents.create({ customer })
    await expect(
      stripe.setupIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }),
    ).rejects.toMatchObject({ code: 'card_declined' })
    await stripe.setupIntents.confirm(id, {
      payment_method: 'pm_card_threeDSecure2Required',
      return_url: 'https://shop.example/kept',
    })
    await given.control('POST', `/authentications/${id}`, { outcome: 'fails' })
    expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
    expect(await stripe.setupIntents.cancel(id)).toMatchObject({ status: 'canceled' })
    await expect(stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
      code: 'setup_intent_unexpected_state',
    })
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([])
  })

  test('a card of one customer pays nothing of another', async () => {
    const [ada, grace] = [await givenShop(given), await givenShop(given)]
    const [card] = (await stripe.paymentMethods.list({ customer: ada.customer })).data
    const params = { amount: 10_00, currency: 'usd', payment_method: card?.id ?? '' }
    await expect(stripe.paymentIntents.create({ ...params, customer: grace.customer })).rejects.toMatchObject(
      { param: 'payment_method' },
    )
  })
})
