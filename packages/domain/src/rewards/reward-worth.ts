import type { BillingIntervalType } from '../values/interval.ts'
import { type Currency, type Money, parseCurrency, shareOf } from '../values/money.ts'
import { rateFromPercent } from '../values/rate.ts'
import type { RewardSpec } from './reward.ts'

/** The price of an account's subscription, as far as it is known. */
export type KnownPrice = {
  readonly price: Money | null
  readonly intervalType: BillingIntervalType | null
  readonly intervalValue: number | null
}

/** The price fields as an account reported them. */
type ReportedPrice = {
  readonly valueMinor: number | null
  readonly currency: Currency | null
  readonly billingIntervalType: BillingIntervalType | null
  readonly billingIntervalValue: number | null
}

/** Reads the reported price of a subscription; an amount without a currency is in that of the program. */
export function knownPrice(
  { valueMinor, currency, billingIntervalType, billingIntervalValue }: ReportedPrice,
  programCurrency: Currency,
): KnownPrice {
  return {
    price: valueMinor === null ? null : { minor: valueMinor, currency: currency ?? programCurrency },
    intervalType: billingIntervalType,
    intervalValue: billingIntervalValue,
  }
}

/** The value of a reward at the present price: a percentage counts for so many bills, or for each if it has no end. */
export type RewardWorth = { readonly amount: Money; readonly bills: number | null }

/**
 * Estimates the value of a reward to its account, for people who decide about it: the price may change, and a subscription
 * may end. Null without a price: time, features, a merchant's own units, and percentages of an unknown price.
 */
export function worthOf(spec: RewardSpec, account: KnownPrice): RewardWorth | null {
  if (spec.type === 'CREDIT') {
    const currency = parseCurrency(spec.unit)
    return currency === null ? null : { amount: { minor: spec.credit, currency }, bills: 1 }
  }
  const rate = spec.type === 'PCT_DISCOUNT' ? rateFromPercent(spec.discountPercent) : null
  if (spec.type !== 'PCT_DISCOUNT' || rate === null || account.price === null) return null
  const perBill = shareOf(account.price, rate)
  const bills = billsIn(spec.monthsDiscountIsValid, account)
  return { amount: { ...perBill, minor: perBill.minor * (bills ?? 1) }, bills }
}

const monthsOfInterval = { MONTH: 1, QUARTER: 3, SEMI_ANNUAL: 6, YEAR: 12 } as const
const daysOfInterval = { DAY: 1, WEEK: 7 } as const
const DAYS_OF_YEAR = 365.25
const MONTHS_OF_YEAR = 12

/** How many bills fall within so many months, at least one; null for no end. An unknown rhythm counts as monthly. */
function billsIn(months: number | undefined, { intervalType, intervalValue }: KnownPrice): number | null {
  if (months === undefined) return null
  const number = intervalValue ?? 1
  const type = intervalType ?? 'MONTH'
  const bills =
    type === 'DAY' || type === 'WEEK'
      ? (months * DAYS_OF_YEAR) / MONTHS_OF_YEAR / (number * daysOfInterval[type])
      : months / (number * monthsOfInterval[type])
  return Math.max(1, Math.floor(bills))
}
