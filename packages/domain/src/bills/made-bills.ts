import { addDays, addMonths } from '../values/interval.ts'
import type { Money } from '../values/money.ts'
import { type BillTime, billTime, dayOf } from './bill-time.ts'
import { type BillingInterval, stepOf } from './billing-interval.ts'
import {
  billedAt,
  isBilled,
  type ProcessorPayment,
  type ProcessorSubscription,
  priceOfBill,
} from './processor-payment.ts'

/** A subscription as it was read before, in minor units. */
export type EarlierSubscription = {
  readonly billCount: number
  /** `YYYY-MM-DD`; null when no further bill was due. */
  readonly nextBillDate: string | null
  readonly priceMinor: number
  readonly balanceMinor: number
  /** The discount that the processor had set for the next bill. */
  readonly discountMinor: number
}

/** A subscription as it is read now. */
export type PresentSubscription = {
  readonly subscription: ProcessorSubscription
  readonly nextBillDate: string | null
  /** Null if it is not known. */
  readonly billingInterval: BillingInterval | null
  readonly otherChangesMinor: number
  /** The discount that the processor has set for the next bill now. */
  readonly discountMinor: number
  readonly timeOfDayMs: number | null
  /** Null if it was not read before. */
  readonly before: EarlierSubscription | null
}

/** A bill that was made, by the day on which its period begins. */
export type MadeBill = {
  readonly date: string
  /** Null for a bill that came to nothing: the processor charges nothing then. */
  readonly payment: ProcessorPayment | null
  /** The payment was taken back before it was settled. */
  readonly isVoided: boolean
  /** When it was made, also if it was paid days later. */
  readonly time: BillTime
  /** The price without add-ons and discounts. */
  readonly price: Money
  readonly otherChangesMinor: number
  readonly discountMinor: number
}

const HOUR_MS = 3_600_000
const SECOND_MS = 1000
/** The processor has the newest payments only. */
const MAX_PAYMENTS = 20

/**
 * The bills that a subscription shows as paid or as having come to nothing. A declined bill is one bill, once it is paid; a
 * prorated charge in the middle of a period is none.
 */
export function madeBills(present: PresentSubscription): readonly MadeBill[] {
  const periods = attemptsByPeriod(present.subscription.payments)
  const charged = [...periods].flatMap(([date, attempts]) => chargedBill(present, date, attempts) ?? [])
  const unpaid = new Set(present.subscription.unpaidBills?.map((it) => it.periodStart))
  const skipped = skippedDates(present)
    .filter(
      (date) => !periods.has(date) && !unpaid.has(date) && !isBeforePayments(present.subscription, date),
    )
    .map((date) => skippedBill(present, date))
  return [...charged, ...skipped]
}

function attemptsByPeriod(
  payments: readonly ProcessorPayment[],
): ReadonlyMap<string, readonly ProcessorPayment[]> {
  const periods = new Map<string, ProcessorPayment[]>()
  for (const payment of payments) {
    if (payment.type !== 'SALE' || payment.periodStart === null) continue
    periods.set(payment.periodStart, [...(periods.get(payment.periodStart) ?? []), payment])
  }
  return periods
}

/** The newest attempt comes first. */
function chargedBill(
  present: PresentSubscription,
  date: string,
  attempts: readonly ProcessorPayment[],
): MadeBill | null {
  const first = attempts.at(-1)
  const payment = billPayment(date, attempts)
  if (first === undefined || payment === null) return null
  return {
    date,
    payment: payment.amount.minor === 0 ? null : payment,
    isVoided: payment.status === 'VOIDED',
    // Times of the processor are whole seconds.
    time: { from: billedAt(first), until: billedAt(first) + SECOND_MS },
    price: { minor: priceOf(present, payment), currency: payment.amount.currency },
    otherChangesMinor: payment.otherAdjustments,
    discountMinor: payment.discountAmount,
  }
}

/** The payments that are for a whole period of a subscription. */
export function periodPayments(payments: readonly ProcessorPayment[]): ReadonlySet<ProcessorPayment> {
  const periods = [...attemptsByPeriod(payments)]
  return new Set(periods.flatMap(([date, attempts]) => billPayment(date, attempts) ?? []))
}

function billPayment(date: string, attempts: readonly ProcessorPayment[]): ProcessorPayment | null {
  const first = attempts.at(-1)
  if (first === undefined || !beginsPeriod(date, first)) return null
  return attempts.findLast(isBilled) ?? attempts.findLast((it) => it.status === 'VOIDED') ?? null
}

/** Days are those of the merchant's time zone. A prorated charge comes later in the period. */
function beginsPeriod(date: string, payment: ProcessorPayment): boolean {
  const start = Date.parse(`${date}T00:00:00Z`)
  return billedAt(payment) >= start - 14 * HOUR_MS && billedAt(payment) < start + 36 * HOUR_MS
}

/**
 * The price of the subscription when it was billed. The amount of a payment also includes balances of earlier bills, so
 * that a price that was read explains it best.
 */
function priceOf({ subscription, before }: PresentSubscription, payment: ProcessorPayment): number {
  if (payment.billPrice !== undefined) return payment.billPrice
  const withoutBalance = priceOfBill(payment)
  if (withoutBalance === subscription.price.minor) return withoutBalance
  if (before !== null && before.priceMinor + before.balanceMinor === withoutBalance) return before.priceMinor
  return Math.max(0, withoutBalance)
}

/** The days of bills since the subscription was last read. While a bill is unpaid nothing is known of the later ones. */
function skippedDates({
  subscription,
  nextBillDate,
  billingInterval,
  before,
}: PresentSubscription): readonly string[] {
  if (subscription.status === 'PAST_DUE' || subscription.hasEveryBill) return []
  if (before === null) {
    const isFirst = subscription.billCount === 1 && subscription.payments.length === 0
    return isFirst ? [dayOf(subscription.createdAt)] : []
  }
  const count = subscription.billCount - before.billCount
  if (count <= 0 || before.nextBillDate === null) return []
  if (billingInterval === null) return [before.nextBillDate]
  const dates = datesFrom(before.nextBillDate, nextBillDate, billingInterval, count + 1)
  // Elsewhere is the next bill of a subscription that was billed on another day than was due: none was skipped.
  if (nextBillDate !== null && dates.at(-1) !== nextBillDate) return []
  return dates.slice(0, count)
}

/** The last days of short months stand for the day of the month on which the subscription is billed. */
function datesFrom(
  first: string,
  next: string | null,
  interval: BillingInterval,
  count: number,
): readonly string[] {
  const step = stepOf(interval)
  if ('days' in step) {
    const days = Array.from({ length: count }, (_, index) => index * step.days)
    return days.map((it) => dayOf(addDays(Date.parse(first), it)))
  }
  const day = Math.max(dayOfMonth(first), next === null ? 0 : dayOfMonth(next))
  const month = Date.parse(`${first.slice(0, 7)}-01T00:00:00Z`)
  return Array.from({ length: count }, (_, index) => {
    const start = addMonths(month, index * step.months)
    const end = addMonths(start, 1)
    return dayOf(Math.min(start + (day - 1) * 24 * HOUR_MS, end - 24 * HOUR_MS))
  })
}

function isBeforePayments({ payments }: ProcessorSubscription, date: string): boolean {
  const oldest = payments.at(-1)?.periodStart ?? null
  return payments.length >= MAX_PAYMENTS && oldest !== null && date < oldest
}

function skippedBill(present: PresentSubscription, date: string): MadeBill {
  const { subscription, before, otherChangesMinor, timeOfDayMs } = present
  const { currency, minor } = subscription.price
  const price = before?.priceMinor ?? minor
  const discount = before?.discountMinor ?? present.discountMinor
  const time =
    before === null
      ? { from: subscription.createdAt, until: subscription.createdAt + SECOND_MS }
      : billTime(date, timeOfDayMs)
  // It came to nothing: what our discount and a credit left of it, other discounts took off. They may have ended with it.
  const left = Math.max(0, price - discount + Math.min(0, before?.balanceMinor ?? 0))
  return {
    date,
    payment: null,
    isVoided: false,
    time,
    price: { minor: price, currency },
    otherChangesMinor: Math.min(otherChangesMinor, 0 - left),
    discountMinor: Math.min(discount, Math.max(0, price + otherChangesMinor)),
  }
}

function dayOfMonth(date: string): number {
  return Number(date.slice(8, 10))
}
