import type Stripe from 'stripe'
import { givenShop } from './given-shop.ts'
import type { GivenStripe } from './given-stripe.ts'

/** The ids of one thing of each kind. */
export type Made = Awaited<ReturnType<typeof givenOneOfEach>>

export async function givenOneOfEach({ stripe, control }: GivenStripe) {
  const { customer, price, product } = await givenShop({ stripe })
  const onetime = await stripe.prices.create({ currency: 'usd', unit_amount: 20_00, product })
  const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 19, inclusive: false })
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'forever' })
  const code = await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id } })
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    discounts: [{ coupon: coupon.id }],
  })
  const balance = await stripe.customers.createBalanceTransaction(customer, { amount: 100, currency: 'usd' })
  const draft = await stripe.invoices.create({ customer })
  const invoiceItem = await stripe.invoiceItems.create({
    customer,
    invoice: draft.id,
    amount: 10_00,
    currency: 'usd',
    tax_rates: [rate.id],
  })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
  })
  const url = 'http://127.0.0.1:9/hook'
  const endpoint = await stripe.webhookEndpoints.create({ url, enabled_events: ['charge.failed'] })
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_577_836_800 })
  const disputed = await subscribedCharge(stripe)
  const dispute = await control('POST', '/disputes', { charge: disputed })
  const charge = (await stripe.charges.list({ customer })).data[0]
  const open = async () => (await stripe.invoices.finalizeInvoice(draft.id)).id
  return {
    account: (await stripe.accounts.retrieveCurrent()).id,
    dispute: `${Object(dispute).id}`,
    onetime: onetime.id,
    rate: rate.id,
    intent: `${charge?.payment_intent}`,
    open,
    note: async () => (await stripe.creditNotes.create({ invoice: await open(), amount: 1_00 })).id,
    customer,
    price,
    product,
    coupon: coupon.id,
    code: code.id,
    subscription: subscription.id,
    item: subscription.items.data[0]?.id ?? '',
    balance: balance.id,
    draft: draft.id,
    invoiceItem: invoiceItem.id,
    session: session.id,
    endpoint: endpoint.id,
    clock: clock.id,
    charge: charge?.id ?? '',
    method: (await stripe.paymentMethods.list({ customer })).data[0]?.id ?? '',
    event: (await stripe.events.list({ limit: 1 })).data[0]?.id ?? '',
  }
}

async function subscribedCharge(stripe: Stripe): Promise<string> {
  const { customer, price } = await givenShop({ stripe })
  await stripe.subscriptions.create({ customer, items: [{ price }] })
  return (await stripe.charges.list({ customer })).data[0]?.id ?? ''
}
