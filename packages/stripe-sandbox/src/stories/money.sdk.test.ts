import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, type Shop, useCard } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

const RENEWAL = 28 * DAY

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('the balance', () => {
  test('credit is taken by the next invoices until it is used up, after the total', async () => {
    const shop = await givenShop(given)
    await stripe.customers.createBalanceTransaction(shop.customer, {
      amount: -70_00,
      currency: 'usd',
      description: 'Reward',
    })
    await subscribe(shop)
    await shop.advance(RENEWAL + 2 * HOUR)
    const [first, second] = await shop.invoices()
    expect(first).toMatchObject({
      total: 50_00,
      starting_balance: -70_00,
      ending_balance: -20_00,
      amount_due: 0,
      status: 'paid',
    })
    expect(second).toMatchObject({
      total: 50_00,
      starting_balance: -20_00,
      ending_balance: 0,
      amount_due: 30_00,
      amount_paid: 30_00,
    })
    expect(await stripe.customers.retrieve(shop.customer)).toMatchObject({ balance: 0 })
    const { data } = await stripe.customers.listBalanceTransactions(shop.customer)
    expect(data.map(({ type, amount, ending_balance }) => [type, amount, ending_balance])).toEqual([
      ['applied_to_invoice', 20_00, 0],
      ['applied_to_invoice', 50_00, -20_00],
      ['adjustment', -70_00, -70_00],
    ])
  })

  test('an invoice below nothing becomes credit, and one that is voided gives its credit back', async () => {
    const shop = await givenShop(given)
    await stripe.invoiceItems.create({ customer: shop.customer, amount: -80_00, currency: 'usd' })
    await subscribe(shop)
    expect((await shop.invoices())[0]).toMatchObject({
      total: -30_00,
      amount_due: 0,
      ending_balance: -30_00,
      status: 'paid',
    })
    await useCard(stripe, shop.customer, 'pm_card_chargeCustomerFail')
    await shop.advance(RENEWAL + 2 * HOUR)
    const open = (await shop.invoices()).at(-1)
    expect(open).toMatchObject({ status: 'open', amount_due: 20_00, ending_balance: 0 })
    expect(await stripe.invoices.voidInvoice(open?.id ?? '')).toMatchObject({
      status: 'void',
      amount_remaining: 0,
    })
    expect(await stripe.customers.retrieve(shop.customer)).toMatchObject({ balance: -30_00 })
  })

  test('what is too little to be charged is carried to the next invoice', async () => {
    const shop = await givenShop(given, { unitAmount: 30 })
    await subscribe(shop)
    await shop.advance(RENEWAL + 2 * HOUR)
    const [first, second] = await shop.invoices()
    expect(first).toMatchObject({ total: 30, amount_due: 0, ending_balance: 30, status: 'paid' })
    expect(second).toMatchObject({ total: 30, starting_balance: 30, amount_due: 60, amount_paid: 60 })
    const { data } = await stripe.customers.listBalanceTransactions(shop.customer)
    expect(data.map(({ type }) => type)).toEqual(['applied_to_invoice', 'invoice_too_small'])
  })

  test('each currency has its own', async () => {
    const shop = await givenShop(given, { currency: 'eur' })
    await stripe.customers.createBalanceTransaction(shop.customer, { amount: -10_00, currency: 'usd' })
    await subscribe(shop)
    expect((await shop.invoices())[0]).toMatchObject({
      currency: 'eur',
      amount_due: 50_00,
      starting_balance: 0,
    })
  })
})

describe('currencies', () => {
  test.each([
    ['jpy', 1_000, '12.5', 875],
    ['kwd', 12_340, '10', 11_106],
    ['huf', 200_000, '33.33', 133_340],
  ])('%s: %i with %s % off is %i, in the smallest unit', async (currency, unitAmount, percent, expected) => {
    const shop = await givenShop(given, { currency, unitAmount })
    const { id: coupon } = await stripe.coupons.create({ percent_off: Number(percent) })
    await subscribe(shop, { discounts: [{ coupon }] })
    expect((await shop.invoices())[0]).toMatchObject({ currency, total: expected, amount_paid: expected })
  })
})

describe('what was paid', () => {
  test('a payment leads to its invoice, and may be given back in parts', async () => {
    const shop = await givenShop(given)
    const { latest_invoice } = await subscribe(shop, { expand: ['latest_invoice.payments'] })
    const invoice = latest_invoice as Stripe.Invoice
    const [payment] = invoice.payments?.data ?? []
    const intent = `${payment?.payment.payment_intent}`
    const found = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: intent },
    })
    expect(found.data.map((each) => each.invoice)).toEqual([invoice.id])
    const paid = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({ amount_received: 50_00, latest_charge: { object: 'charge', amount: 50_00 } })
    const options = { idempotencyKey: 'refund-1' }
    const refund = await stripe.refunds.create(
      { payment_intent: intent, amount: 5_00, metadata: { effect: 'e1' } },
      options,
    )
    expect(
      await stripe.refunds.create(
        { payment_intent: intent, amount: 5_00, metadata: { effect: 'e1' } },
        options,
      ),
    ).toMatchObject({ id: refund.id })
    await stripe.refunds.create({ payment_intent: intent, amount: 3_00 })
    const { data } = await stripe.charges.list({ customer: shop.customer })
    expect(data[0]).toMatchObject({
      amount_refunded: 8_00,
      refunded: false,
      payment_method_details: { card: { last4: '4242' } },
    })
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 43_00 })).rejects.toMatchObject({
      param: 'amount',
    })
    await stripe.refunds.create({ charge: data[0]?.id ?? '' })
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    const events = await stripe.events.list({ type: 'charge.refunded' })
    expect(events.data).toHaveLength(3)
  })

  test('a credit note lowers an open invoice, and says of a paid one where the money goes', async () => {
    const shop = await givenShop(given)
    await subscribe(shop)
    const [paid] = await shop.invoices()
    const note = await stripe.creditNotes.create({
      invoice: paid?.id ?? '',
      amount: 10_00,
      refund_amount: 4_00,
      credit_amount: 6_00,
    })
    expect(note).toMatchObject({ type: 'post_payment', refunds: [{ amount_refunded: 4_00 }] })
    expect(await stripe.customers.retrieve(shop.customer)).toMatchObject({ balance: -6_00 })
    await useCard(stripe, shop.customer, 'pm_card_chargeCustomerFail')
    await shop.advance(RENEWAL + 2 * HOUR)
    const open = (await shop.invoices()).at(-1)
    await stripe.creditNotes.create({ invoice: open?.id ?? '', amount: 4_00 })
    expect(await stripe.invoices.retrieve(open?.id ?? '')).toMatchObject({
      amount_due: 40_00,
      pre_payment_credit_notes_amount: 4_00,
    })
  })

  test('a bank may want it back, and decides', async () => {
    const shop = await givenShop(given)
    await subscribe(shop)
    const { data } = await stripe.charges.list({ customer: shop.customer })
    const dispute = await given.control('POST', '/disputes', {
      charge: data[0]?.id ?? '',
      reason: 'fraudulent',
    })
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 50_00 })
    const id = `${Object(dispute).id}`
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ charge: data[0]?.id })
    expect(await stripe.charges.retrieve(data[0]?.id ?? '')).toMatchObject({ disputed: true })
    await given.control('POST', `/disputes/${id}/decide`, { status: 'won' })
    const events = await stripe.events.list({ limit: 4 })
    expect(events.data.map(({ type }) => type)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
    ])
  })
})

function subscribe(
  shop: Shop,
  params: Partial<Stripe.SubscriptionCreateParams> = {},
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({ customer: shop.customer, items: [{ price: shop.price }], ...params })
}
