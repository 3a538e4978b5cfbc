import type { AddedTax } from '@goodword/domain/bills/processor-payment'
import { DISCOUNT_FIELD, isOurCoupon } from './our-discount.ts'
import type { StripeInvoice, StripeLine } from './sdk/shapes.ts'
import { minorOf } from './sdk/values.ts'

/** The invoice of a period of a subscription, of which prorations and trials have none: a period of a trial costs 0. */
export type PeriodBill = {
  readonly invoice: StripeInvoice
  /** When the period begins, in seconds. */
  readonly periodStart: number
}

export function periodBills(invoices: readonly StripeInvoice[]): readonly PeriodBill[] {
  return invoices.flatMap((invoice) => {
    const periodStart = periodStartOf(invoice)
    return periodStart === null || sumOf(regularLines(invoice)) === 0 ? [] : [{ invoice, periodStart }]
  })
}

/**
 * The start of the period that an invoice pays for; null if it is not for one. Usage is paid for when its period is over, with
 * what the next one costs in advance.
 */
export function periodStartOf(invoice: StripeInvoice): number | null {
  const starts = regularLines(invoice).map(({ period: { start, end } }) =>
    end <= invoice.created ? end : start,
  )
  return starts.length === 0 ? null : Math.max(...starts)
}

function regularLines({ lines }: StripeInvoice): readonly StripeLine[] {
  return lines.data.filter(({ parent }) => parent?.subscription_item_details?.proration === false)
}

/** The price of an invoice in minor units: what its priced lines come to. */
export function priceOfInvoice(invoice: Pick<StripeInvoice, 'lines' | 'currency'>): number {
  return minorOf(sumOf(pricedLines(invoice)), invoice.currency)
}

/** The lines that discounts are taken off, of which prorations are none. */
export function pricedLines({ lines }: Pick<StripeInvoice, 'lines'>): readonly StripeLine[] {
  return lines.data.filter((it) => it.discountable && !isProration(it) && it.amount > 0)
}

function isProration({ parent }: StripeLine): boolean {
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details
  return details?.proration === true
}

/** The field of the metadata of an item of a draft that says for what it was made. */
export const EFFECT_FIELD = 'goodword_effect'

/** Our discount on an invoice in all, in minor units: by the coupon of the subscription, and by our items. */
export function ourDiscountOn(invoice: StripeInvoice, discountId: string): number {
  return minorOf(ourAmountOn(invoice, discountId), invoice.currency)
}

/** Our discount on an invoice in all, as Stripe counts it. */
export function ourAmountOn(invoice: StripeInvoice, discountId: string): number {
  const ofCoupons = discountsOn(invoice).filter(({ coupon }) => isOurCoupon(coupon, discountId))
  return sumOf(ofCoupons) - sumOf(ourItems(invoice, discountId))
}

type DiscountOnInvoice = { readonly id: string; readonly coupon: string; readonly amount: number }

/** The amounts of the discounts on an invoice, as Stripe counts them. */
export function discountsOn({ total_discount_amounts }: StripeInvoice): readonly DiscountOnInvoice[] {
  return (total_discount_amounts ?? []).map(({ amount, discount: { id, source } }) => {
    const coupon = typeof source.coupon === 'string' ? source.coupon : (source.coupon?.id ?? '')
    return { id, coupon, amount }
  })
}

export function ourItems({ lines }: StripeInvoice, discountId: string): readonly StripeLine[] {
  return lines.data.filter(
    ({ metadata }) => metadata?.[EFFECT_FIELD] !== undefined && metadata[DISCOUNT_FIELD] === discountId,
  )
}

/** The sum of prorations of earlier periods on an invoice, in minor units. */
export function prorationsOn({ lines, currency }: StripeInvoice): number {
  return minorOf(sumOf(lines.data.filter(isProration)), currency)
}

/** The discounts and items on an invoice beside its price, our discount, prorations and taxes. */
export function otherAdjustmentsOn(invoice: StripeInvoice, discountId: string): number {
  const before = minorOf(beforeTaxes(invoice), invoice.currency)
  return before + ourDiscountOn(invoice, discountId) - priceOfInvoice(invoice) - prorationsOn(invoice)
}

/** The total of an invoice before taxes that are added to it, and before the customer's balance. */
function beforeTaxes({ total, total_taxes }: StripeInvoice): number {
  return total - sumOf((total_taxes ?? []).filter(({ tax_behavior }) => tax_behavior === 'exclusive'))
}

/** The tax that was added to the lines that discounts are taken off. */
export function addedTaxOn(invoice: StripeInvoice): AddedTax {
  const lines = pricedLines(invoice)
  const added = lines
    .flatMap(({ taxes }) => taxes ?? [])
    .filter(({ tax_behavior }) => tax_behavior === 'exclusive')
  const base = sumOf(lines) - sumOf(lines.flatMap(({ discount_amounts }) => discount_amounts ?? []))
  return { minor: minorOf(sumOf(added), invoice.currency), baseMinor: minorOf(base, invoice.currency) }
}

/** Whether it can still become something else: a draft is changed until it is closed, an open one is to be paid. */
export function isUnderWay({ status }: StripeInvoice): boolean {
  return status === 'draft' || status === 'open'
}

function sumOf(parts: readonly { readonly amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}
