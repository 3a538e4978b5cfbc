import { couponOf, discountOf } from '../lookup/discounts.ts'
import { taxRateOf } from '../lookup/tax-rates.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Coupon } from '../model/discount.ts'
import type { Invoice, InvoiceLine } from '../model/invoice.ts'
import type { Rate, Tax } from '../model/tax-rate.ts'
import { applyDiscounts, type Taken, type Terms } from './apply-discounts.ts'
import { taxesOf } from './apply-taxes.ts'
import { minimumCharge, stepOf } from './currencies.ts'

export type Totals = ReturnType<typeof totalsOf>

/** The totals of an invoice. Its balance is the customer's as long as it is a draft. */
export function totalsOf(account: StripeAccount, invoice: Invoice) {
  const { currency } = invoice
  const step = stepOf(currency)
  const taken = applyDiscounts(
    invoice.lines.map((line) => ({ ...line, terms: termsOf(account, line.discounts, currency) })),
    termsOf(account, invoice.discounts, currency),
    step,
  )
  const lines = invoice.lines.map((line) => {
    return lineTotals(line, taken.get(line.id) ?? [], ratesOf(account, invoice, line), step)
  })
  const total = sumOf(lines.map((line) => line.left + line.exclusiveTax))
  const taxes = lines.flatMap((line) => line.taxes)
  const startingBalance =
    invoice.startingBalance ?? account.customers.get(invoice.customer)?.balances[currency] ?? 0
  return {
    /** The sum of the lines after their own discounts. */
    subtotal: sumOf(lines.map((line) => line.leftByOwn)),
    subtotalExcludingTax: sumOf(lines.map((line) => line.leftByOwnExcludingTax)),
    total,
    totalExcludingTax: total - sumOf(taxes.map(({ amount }) => amount)),
    lines: new Map(lines.map((line) => [line.id, line])),
    /** The sum of each discount, in the order of the first line. */
    discounts: byDiscount(
      lines.flatMap((line) => line.taken),
      [...invoice.lines.flatMap((line) => line.discounts), ...invoice.discounts],
    ),
    /** Each tax of all lines. */
    taxes: byRate(taxes),
    startingBalance,
    ...settle(total, startingBalance, currency),
  }
}

function lineTotals(line: InvoiceLine, taken: readonly Taken[], rates: readonly Rate[], step: number) {
  const own = taken.filter(({ discount }) => line.discounts.includes(discount))
  const left = line.amount - sumOf(taken.map(({ amount }) => amount))
  const leftByOwn = line.amount - sumOf(own.map(({ amount }) => amount))
  const taxes = taxesOf(left, rates, step)
  return {
    id: line.id,
    taken,
    taxes,
    left,
    leftByOwn,
    leftByOwnExcludingTax: leftByOwn - taxIn(taxesOf(leftByOwn, rates, step), true),
    exclusiveTax: taxIn(taxes, false),
  }
}

function taxIn(taxes: readonly Tax[], isInclusive: boolean): number {
  return sumOf(taxes.filter(({ rate }) => rate.isInclusive === isInclusive).map(({ amount }) => amount))
}

/** The rates of a line; the invoice's only where the line has none of its own. */
export function ratesOf(account: StripeAccount, invoice: Invoice, line: InvoiceLine): readonly Rate[] {
  const ids = line.taxRates.length > 0 ? line.taxRates : invoice.defaultTaxRates
  return ids.map((id) => taxRateOf(account, id))
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

/** The amount of a coupon in a currency; null when it has none there. */
export function amountOffIn(
  { amountOff, currency: own, currencyOptions }: Coupon,
  currency: string,
): number | null {
  return own === currency ? amountOff : (currencyOptions[currency] ?? null)
}

/**
 * The amount due, which is the total with the balance, or 0 when that is too small to be charged and the balance carries it;
 * and the balance that the customer is left with.
 */
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

function byRate(taxes: readonly Tax[]): readonly Tax[] {
  const rates = new Map(taxes.map(({ rate }) => [rate.id, rate]))
  return Array.from(rates.values(), (rate) => {
    const fitting = taxes.filter((each) => each.rate.id === rate.id)
    return {
      rate,
      amount: sumOf(fitting.map(({ amount }) => amount)),
      taxable: sumOf(fitting.map(({ taxable }) => taxable)),
    }
  })
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, each) => sum + each, 0)
}
