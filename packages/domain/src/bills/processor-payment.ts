import type { Money } from '../values/money.ts'
import type { BilledStatus } from './bill-discount.ts'
import { dayOf, timeOfDay } from './bill-time.ts'
import type { BillingInterval } from './billing-interval.ts'
import type { BillCalendar } from './counted-bills.ts'
import type { Rounding } from './rounded-share.ts'

export const paymentStatuses = [
  'AUTHORIZED',
  'SUBMITTED',
  'SETTLING',
  'SETTLED',
  'FAILED',
  'VOIDED',
  'UNKNOWN',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** A payment as the payment processor shows it. Times are milliseconds of the processor's clock. */
export type ProcessorPayment = {
  readonly id: string
  /** A credit gives money back. */
  readonly type: 'SALE' | 'CREDIT'
  readonly status: PaymentStatus
  readonly amount: Money
  readonly createdAt: number
  /** When the bill that it pays was made; absent where that is when the payment was made. */
  readonly billedAt?: number
  /** Our discount on it, in minor units. */
  readonly discountAmount: number
  /** The price of the bill that it pays, in minor units; absent where it follows from the amounts. */
  readonly billPrice?: number
  /** How many lines of the bill the processor rounded a percentage for; absent where it was given the amount. */
  readonly roundedLines?: number
  /** Add-ons (positive) and discounts other than ours (negative), in minor units. */
  readonly otherAdjustments: number
  /** `YYYY-MM-DD`, the first day of the period that it pays for; null if it is not for one. */
  readonly periodStart: string | null
  /** The tax that was added to the price; absent where none was. */
  readonly addedTax?: AddedTax
  readonly refundIds?: readonly string[]
  /** All refunds and credit notes, where they were read. */
  readonly refunds?: readonly PaymentRefund[]
  readonly disputes?: readonly ProcessorDispute[]
}

/** Tax on top of a price, in minor units: how much, and on how much. */
export type AddedTax = { readonly minor: number; readonly baseMinor: number }

export type PaymentRefund = {
  readonly id: string
  readonly status: PaymentStatus
  readonly amount: Money
  readonly createdAt: number
}

/** A bank wants the money of a payment back. */
export type ProcessorDispute = {
  readonly id: string
  readonly status: 'OPEN' | 'WON' | 'LOST'
  readonly openedAt: number
}

/** A subscription as the payment processor shows it. */
export type ProcessorSubscription = Rounding & {
  readonly id: string
  readonly status: BilledStatus
  readonly price: Money
  readonly createdAt: number
  /** When it was cancelled or expired; null while it is live. */
  readonly endedAt: number | null
  /** Bills so far, those of 0 included. */
  readonly billCount: number
  /** `YYYY-MM-DD` of its first bill, which comes after a trial; null if it is not known. */
  readonly firstBillDate: string | null
  /** The moment of its next bill; null when none is due, or only its day is known. */
  readonly nextBillAt: number | null
  readonly billingDay: number | null
  readonly billingInterval: BillingInterval | null
  /** Our present discount on each bill, in minor units; at the first reading the discount on the first bill. */
  readonly discountMinor: number
  /** Whether our discount was on it before we set one. */
  readonly cameWithDiscount: boolean
  /** Newest first, as the processor shows them: its times are whole seconds, so payments of one second differ by nothing else. */
  readonly payments: readonly ProcessorPayment[]
  /** Whether `payments` has every bill, also those of 0; absent where it has only charged ones. */
  readonly hasEveryBill?: true
  /** Bills that were made and not paid, but for the next one; absent where the processor does not say it. */
  readonly unpaidBills?: readonly UnpaidBill[]
}

/** A bill by the day on which its period begins: one that is still to be paid, or one that was voided or written off. */
export type UnpaidBill = { readonly periodStart: string; readonly state: 'OPEN' | 'GIVEN_UP' }

/** A payment with the subscription that it is for. */
export type PaidBill = { readonly payment: ProcessorPayment; readonly subscription: ProcessorSubscription }

/** The first payment of a customer: a sale of more than zero whose money was taken. */
export function firstPaidBill(subscriptions: readonly ProcessorSubscription[]): PaidBill | null {
  const bills = subscriptions
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap((subscription) =>
      subscription.payments
        .toReversed()
        .filter(isPaid)
        .map((payment) => ({ payment, subscription })),
    )
  // Payments of one time stay in their order.
  const [first] = bills.toSorted((one, other) => one.payment.createdAt - other.payment.createdAt)
  return first ?? null
}

/** The price of the bill that a payment is for, as far as nothing of it was paid by credit from before. */
export function priceOfBill({
  billPrice,
  amount,
  discountAmount,
  otherAdjustments,
}: ProcessorPayment): number {
  return billPrice ?? amount.minor + discountAmount - otherAdjustments
}

const paidStatuses: readonly PaymentStatus[] = ['SUBMITTED', 'SETTLING', 'SETTLED']

export function isPaid({ type, status, amount }: ProcessorPayment): boolean {
  return type === 'SALE' && amount.minor > 0 && paidStatuses.includes(status)
}

/** Whether it shows that a bill is done with: money was taken, or nothing was left to take. */
export function isBilled(payment: ProcessorPayment): boolean {
  const { type, status, amount } = payment
  return isPaid(payment) || (type === 'SALE' && status === 'SETTLED' && amount.minor === 0)
}

/** A discount with the tax that is not paid on it either, in minor units. */
export function afterTax(minor: number, tax: AddedTax | undefined): number {
  if (tax === undefined || tax.baseMinor <= 0) return minor
  const rounded =
    (2n * BigInt(minor) * BigInt(tax.minor) + BigInt(tax.baseMinor)) / (2n * BigInt(tax.baseMinor))
  return minor + Number(rounded)
}

/** Whether a bank has the money of a payment, or wants it: nothing more is given back then. */
export function isDisputed({ disputes = [] }: ProcessorPayment): boolean {
  return disputes.some((it) => it.status !== 'WON')
}

export function billCalendarOf(subscription: ProcessorSubscription): BillCalendar {
  const { billingDay, billingInterval, payments } = subscription
  // The newest comes first; the earliest attempt of a day is the one of its bill.
  const made = payments.flatMap((it) =>
    it.type === 'SALE' && it.periodStart !== null && it.periodStart === dayOf(billedAt(it))
      ? [[it.periodStart, billedAt(it)] as const]
      : [],
  )
  return { billingDay, billingInterval, timeOfDayMs: billingTimeOfDay(subscription), madeAt: new Map(made) }
}

/** When the bill of a payment was made, as far as the payment shows it. */
export function billedAt({ billedAt: at, createdAt }: ProcessorPayment): number {
  return at ?? createdAt
}

const HOUR_MS = 3_600_000

/**
 * The time of day at which bills of a subscription are made, in milliseconds since 00:00 UTC; null until one is known.
 * Where the processor does not say it of the next bill, payments show it. Of no use are the payment that the subscription began with, which was made when the customer came, retries on a later day,
 * and prorated charges, which follow the renewal of their period.
 */
export function billingTimeOfDay({
  nextBillAt,
  createdAt,
  payments,
}: Pick<ProcessorSubscription, 'nextBillAt' | 'createdAt' | 'payments'>): number | null {
  if (nextBillAt !== null) return timeOfDay(nextBillAt)
  const renewals = payments.filter(
    (it) => isPaid(it) && billedAt(it) - createdAt > HOUR_MS && it.periodStart === dayOf(billedAt(it)),
  )
  const last = renewals.toSorted(byRenewal).at(-1)
  return last === undefined ? null : timeOfDay(billedAt(last))
}

/** The latest day last; of one day, the first payment last. */
function byRenewal(one: ProcessorPayment, other: ProcessorPayment): number {
  const [first, second] = [dayOf(billedAt(one)), dayOf(billedAt(other))]
  if (first === second) return billedAt(other) - billedAt(one)
  return first < second ? -1 : 1
}
