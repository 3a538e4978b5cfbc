import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, useCard } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe, START } from '../testing/given-stripe.ts'

const RENEWAL = 28 * DAY

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('how an invoice is paid', () => {
  test('an invoice has one payment intent from when it is finalized, however many attempts that takes', async () => {
    const { shop, id } = await givenOpen()
    const [before] = await paymentsOf(id)
    expect(before).toMatchObject({ status: 'open', amount_requested: 50_00, amount_paid: null })
    const intent = `${before?.payment.payment_intent}`
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { decline_code: 'generic_decline' },
    })
    await useCard(stripe, shop.customer, 'pm_card_visa')
    await stripe.invoices.pay(id)
    const after = await paymentsOf(id)
    expect(after).toMatchObject([
      { id: before?.id, status: 'paid', amount_paid: 50_00, payment: { payment_intent: intent } },
    ])
    const { data } = await stripe.charges.list({ payment_intent: intent })
    expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })

  test('an attempt by hand does not move the retries, and a failed one says when the next is', async () => {
    const { id } = await givenOpen()
    const next = { attempt_count: 1, next_payment_attempt: START + RENEWAL + HOUR + 3 * DAY }
    await expect(stripe.invoices.pay(id)).rejects.toMatchObject({ code: 'card_declined' })
    expect(await stripe.invoices.retrieve(id)).toMatchObject(next)
    const { data } = await stripe.events.list({ type: 'invoice.payment_failed', limit: 2 })
    expect(data.map((event) => event.data.object)).toMatchObject([next, next])
  })

  test('one that was paid outside of Stripe, or is void, has nothing left to be paid', async () => {
    const [elsewhere, unpaid] = [await givenOpen(), await givenOpen()]
    expect(await stripe.invoices.pay(elsewhere.id, { paid_out_of_band: true })).toMatchObject({
      status: 'paid',
      amount_remaining: 0,
      amount_paid: 50_00,
      amount_paid_off_stripe: 50_00,
    })
    await stripe.invoices.voidInvoice(unpaid.id)
    for (const { id } of [elsewhere, unpaid]) {
      expect(await paymentsOf(id)).toMatchObject([{ status: 'canceled', amount_paid: null }])
    }
  })

  test('an invoice for a change that cannot be paid is tried again like others', async () => {
    const shop = await givenShop(given)
    const { id, items } = await shop.subscribe()
    await useCard(stripe, shop.customer, 'pm_card_chargeCustomerFail')
    await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', quantity: 2 }],
      proration_behavior: 'always_invoice',
    })
    expect((await shop.invoices()).at(-1)).toMatchObject({ next_payment_attempt: START + 3 * DAY })
    await useCard(stripe, shop.customer, 'pm_card_visa')
    await shop.advance(3 * DAY)
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  })
})

test('a credit note for all that remains pays an open invoice, and a smaller one can be taken back', async () => {
  const { id } = await givenOpen()
  const note = await stripe.creditNotes.create({ invoice: id, amount: 20_00 })
  expect(await stripe.invoices.retrieve(id)).toMatchObject({ amount_remaining: 30_00 })
  expect(await stripe.creditNotes.voidCreditNote(note.id)).toMatchObject({ status: 'void' })
  await stripe.creditNotes.create({ invoice: id, amount: 50_00 })
  expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: 'paid', amount_remaining: 0 })
  await expect(stripe.creditNotes.voidCreditNote(note.id)).rejects.toMatchObject({ param: 'id' })
})

describe('what was paid', () => {
  test('a payment leads to its invoice, and may be given back in parts', async () => {
    const shop = await givenShop(given)
    const { latest_invoice } = await shop.subscribe({ expand: ['latest_invoice.payments'] })
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
    expect(events.data[0]?.data.previous_attributes).toMatchObject({ amount_refunded: 8_00, refunded: false })
  })

  test('a credit note lowers an open invoice, and says of a paid one where the money goes', async () => {
    const shop = await givenShop(given)
    await shop.subscribe()
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

  test('a refund may be pending for a while, or fail after it had succeeded', async () => {
    const read = async (card: string) => {
      const shop = await givenShop(given, { card })
      await shop.subscribe()
      const [charge] = (await stripe.charges.list({ customer: shop.customer })).data
      const { id, status } = await stripe.refunds.create({ charge: charge?.id ?? '', amount: 5_00 })
      await shop.advance(HOUR)
      const after = await stripe.refunds.retrieve(id, { expand: ['charge'] })
      return [status, after.status, Object(after.charge).amount_refunded]
    }
    expect(await read('pm_card_visa')).toEqual(['succeeded', 'succeeded', 5_00])
    expect(await read('pm_card_pendingRefund')).toEqual(['pending', 'succeeded', 5_00])
    expect(await read('pm_card_refundFail')).toEqual(['succeeded', 'failed', 0])
    const { data } = await stripe.events.list({ limit: 3 })
    expect(data.map(({ type }) => type)).toContain('refund.failed')
  })

  test('an inquiry of a bank takes nothing, and is closed as such', async () => {
    const shop = await givenShop(given)
    await shop.subscribe()
    const { data } = await stripe.charges.list({ customer: shop.customer })
    const inquiry = await given.control('POST', '/disputes', { charge: data[0]?.id ?? '', isInquiry: true })
    expect(inquiry).toMatchObject({ status: 'warning_needs_response' })
    // A refund settles it.
    expect(await stripe.refunds.create({ charge: data[0]?.id ?? '', amount: 5_00 })).toMatchObject({
      status: 'succeeded',
    })
    const path = `/disputes/${Object(inquiry).id}/decide`
    await expect(given.control('POST', path, { status: 'lost' })).rejects.toThrow('becomes warning_closed')
    expect(await given.control('POST', path, { status: 'warning_closed' })).toMatchObject({
      status: 'warning_closed',
    })
    const { data: events } = await stripe.events.list({ type: 'charge.dispute.*', limit: 2 })
    expect(events.map(({ type }) => type)).toEqual(['charge.dispute.closed', 'charge.dispute.created'])
  })

  test('a bank may want it back, and decides', async () => {
    const shop = await givenShop(given)
    await shop.subscribe()
    const { data } = await stripe.charges.list({ customer: shop.customer })
    const dispute = await given.control('POST', '/disputes', {
      charge: data[0]?.id ?? '',
      reason: 'fraudulent',
    })
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 50_00 })
    const id = `${Object(dispute).id}`
    expect(await stripe.disputes.retrieve(id)).toMatchObject({ charge: data[0]?.id })
    expect(await stripe.charges.retrieve(data[0]?.id ?? '')).toMatchObject({ disputed: true })
    const refund = () => stripe.refunds.create({ charge: data[0]?.id ?? '', amount: 5_00 })
    await expect(refund()).rejects.toMatchObject({ code: 'charge_disputed' })
    await given.control('POST', `/disputes/${id}/decide`, { status: 'won' })
    const events = await stripe.events.list({ limit: 4 })
    expect(events.data.map(({ type }) => type)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
    ])
    expect(await refund()).toMatchObject({ status: 'succeeded' })
  })
})

/** A renewal whose card was declined. */
async function givenOpen() {
  const shop = await givenShop(given)
  await shop.subscribe()
  await useCard(stripe, shop.customer, 'pm_card_chargeCustomerFail')
  await shop.advance(RENEWAL + 2 * HOUR)
  return { shop, id: (await shop.invoices()).at(-1)?.id ?? '' }
}

async function paymentsOf(id: string): Promise<readonly Stripe.InvoicePayment[]> {
  return (await stripe.invoices.retrieve(id, { expand: ['payments'] })).payments?.data ?? []
}
