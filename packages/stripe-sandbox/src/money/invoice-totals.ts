import { couponOf, discountOf } from '../lookup/discounts.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Coupon } from '../model/discount.ts'
import type { Invoice, InvoiceLine } from '../model/invoice.ts'
import { applyDiscounts, type Taken, type Terms } from './apply-discounts.ts'
import { minimumCharge } from './shares.ts'

export type Totals = {
  readonly subtotal: number
  readonly total: number
  /** What discounts took, by line. */
  readonly taken: ReadonlyMap<string, readonly Taken[]>
  /** What each discount took in all, in the order of the first. */
  readonly discounts: readonly Taken[]
  readonly startingBalance: number
  /** The balance that the customer is left with. */
  readonly endingBalance: number
  /** What is to be paid: the total with the balance, or nothing when that is too little to be charged. */
  readonly amountDue: number
  /** Whether it was too little, so that the balance carries it. */
  readonly isTooSmall: boolean
}

/** What an invoice comes to. Its balance is the customer's as long as it is a draft. */
export function totalsOf(account: StripeAccount, invoice: Invoice): Totals {
  const { lines, currency } = invoice
  const ofInvoice = termsOf(account, invoice.discounts, currency)
  const taken = applyDiscounts(
    lines.map((line) => ({ ...line, terms: termsOf(account, line.discounts, currency) })),
    ofInvoice,
  )
  const subtotal = sumOf(lines.map(({ amount }) => amount))
  const discounts = byDiscount(Array.from(taken.values()).flat(), [
    ...lines.flatMap((line) => line.discounts),
    ...invoice.discounts,
  ])
  const total = subtotal - sumOf(discounts.map(({ amount }) => amount))
  const startingBalance =
    invoice.startingBalance ?? account.customers.get(invoice.customer)?.balances[currency] ?? 0
  return { subtotal, total, taken, discounts, startingBalance, ...settle(total, startingBalance, currency) }
}

/** What a line has left after its discounts. */
export function netOf(line: InvoiceLine, { taken }: Totals): number {
  return line.amount - sumOf((taken.get(line.id) ?? []).map(({ amount }) => amount))
}

/** Amounts of another currency have no effect. */
function termsOf(account: StripeAccount, ids: readonly string[], currency: string): readonly Terms[] {
  return ids.flatMap((id) => termsOfCoupon(couponOf(account, discountOf(account, id).coupon), id, currency))
}

export function termsOfCoupon(coupon: Coupon, discount: string, currency: string): readonly Terms[] {
  const { percentOff, products } = coupon
  if (percentOff !== null) return [{ discount, off: { kind: 'percent', percent: percentOff }, products }]
  const amount = amountOffIn(coupon, currency)
  return amount === null ? [] : [{ discount, off: { kind: 'amount', amount }, products }]
}

/** What a coupon takes off in a currency; null when it has no amount there. */
export function amountOffIn(
  { amountOff, currency: own, currencyOptions }: Coupon,
  currency: string,
): number | null {
  return own === currency ? amountOff : (currencyOptions[currency] ?? null)
}

function settle(total: number, startingBalance: number, currency: string) {
  const sum = total + startingBalance
  if (sum <= 0) return { endingBalance: sum, amountDue: 0, isTooSmall: false }
  if (sum < minimumCharge(currency)) return { endingBalance: sum, amountDue: 0, isTooSmall: true }
  return { endingBalance: 0, amountDue: sum, isTooSmall: false }
}

/** One of each that is on the invoice, also of those that took nothing. */
function byDiscount(taken: readonly Taken[], order: readonly string[]): readonly Taken[] {
  return Array.from(new Set(order), (discount) => {
    return {
      discount,
      amount: sumOf(taken.filter((each) => each.discount === discount).map(({ amount }) => amount)),
    }
  })
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, each) => sum + each, 0)
}
