import { paymentOf } from '../lookup/billing.ts'
import { taxRateOf } from '../lookup/tax-rates.ts'
import type { StripeAccount } from '../model/account.ts'
import { priceJson } from './catalog-json.ts'
import { firstDiscount, type Shown } from './older-discount.ts'
import { planJson } from './subscription-json.ts'
import { taxRateJson } from './tax-json.ts'

/** An invoice as it was before it had a parent and payments. */
export function olderInvoice(account: StripeAccount, it: Shown, now: number): Shown {
  const {
    parent,
    total_taxes: taxes,
    amount_overpaid: _overpaid,
    amount_paid_off_stripe: elsewhere,
    ...rest
  } = it
  const invoice = account.invoices.get(`${it.id}`.replace(/^upcoming_/, ''))
  const payment = invoice === undefined ? null : paymentOf(account, invoice)
  const intent = account.paymentIntents.get(payment?.paymentIntent ?? '')
  const taxAmounts = olderTaxes(taxes)
  const details = Object(Object(parent).subscription_details)
  return {
    ...rest,
    application_fee_amount: null,
    charge: intent?.latestCharge ?? null,
    discount: firstDiscount(account, it, now),
    paid: it.status === 'paid',
    paid_out_of_band: it.status === 'paid' && elsewhere !== 0,
    payment_intent: intent?.id ?? null,
    quote: null,
    subscription: details.subscription ?? null,
    subscription_details: { metadata: details.metadata ?? null },
    tax: taxAmounts.length === 0 ? null : taxAmounts.reduce((sum, { amount }) => sum + Number(amount), 0),
    total_tax_amounts: taxAmounts,
    transfer_data: null,
  }
}

/** A line of an invoice, with what it is for by itself. */
export function olderLine(account: StripeAccount, it: Shown): Shown {
  const { parent, pricing, taxes, subtotal: _subtotal, quantity_decimal: _decimal, ...rest } = it
  const ofItem = Object(Object(parent).subscription_item_details)
  const ofInvoice = Object(Object(parent).invoice_item_details)
  const isOfSubscription = Object(parent).type === 'subscription_item_details'
  const details = isOfSubscription ? ofItem : ofInvoice
  const invoiceItem = details.invoice_item ?? null
  const item = account.invoiceItems.get(`${invoiceItem}`)
  const subscription = account.subscriptions.get(`${details.subscription}`)
  const own = subscription?.items.find(({ id }) => id === details.subscription_item)
  const amounts = olderTaxes(taxes)
  const included = amounts.reduce((sum, tax) => sum + (tax.inclusive === true ? Number(tax.amount) : 0), 0)
  const rates = item?.taxRates ?? own?.taxRates ?? []
  return {
    ...rest,
    ...pricedBy(account, pricing),
    amount_excluding_tax: Number(it.amount) - included,
    proration: details.proration ?? false,
    proration_details: details.proration_details ?? { credited_items: null },
    subscription: details.subscription ?? null,
    ...(invoiceItem !== null && { invoice_item: invoiceItem }),
    ...(details.subscription_item !== undefined && { subscription_item: details.subscription_item }),
    tax_amounts: amounts,
    tax_rates: rates.map((id) => taxRateJson(taxRateOf(account, id))),
    type: isOfSubscription && invoiceItem === null ? 'subscription' : 'invoiceitem',
    unit_amount_excluding_tax: Object(pricing).unit_amount_decimal ?? null,
  }
}

/** An invoice item, with its price and subscription by themselves. */
export function olderInvoiceItem(account: StripeAccount, it: Shown): Shown {
  const { parent, pricing, net_amount: _net, quantity_decimal: _decimal, ...rest } = it
  const details = Object(Object(parent).subscription_details)
  const decimal = Object(pricing).unit_amount_decimal ?? `${it.amount}`
  return {
    ...rest,
    ...pricedBy(account, pricing),
    subscription: details.subscription ?? null,
    ...(details.subscription_item !== undefined && { subscription_item: details.subscription_item }),
    unit_amount: Number(decimal),
    unit_amount_decimal: decimal,
  }
}

function pricedBy({ prices }: StripeAccount, pricing: unknown) {
  const price = prices.get(`${Object(Object(pricing).price_details).price}`)
  if (price === undefined) return { price: null, plan: null }
  return { price: priceJson(price), plan: price.recurring === null ? null : planJson(price) }
}

/** Taxes had other names, and were said to be in the amount by a flag. */
function olderTaxes(taxes: unknown): readonly Shown[] {
  return (Array.isArray(taxes) ? taxes : []).map((tax) => ({
    amount: tax.amount,
    inclusive: tax.tax_behavior === 'inclusive',
    tax_rate: tax.tax_rate_details.tax_rate,
    taxability_reason: tax.taxability_reason,
    taxable_amount: tax.taxable_amount,
  }))
}
