import {
  isDisputed,
  isPaid,
  type ProcessorPayment,
  type ProcessorSubscription,
} from '../bills/processor-payment.ts'
import type { FraudFacts } from '../fraud/fraud-facts.ts'
import type { Account } from '../referrals/account.ts'
import { type Money, shareOf } from '../values/money.ts'
import { rateFromPercent } from '../values/rate.ts'
import { isGivenBack } from './bill-money.ts'
import {
  countsForFirstPayment,
  type Disputes,
  type FirstPayment,
  type Reversals,
} from './first-payment-reversal.ts'

const DAY_MS = 86_400_000

export const reversalKinds = ['VOID', 'REFUND', 'DISPUTE', 'DISPUTE_WON'] as const
export type ReversalKind = (typeof reversalKinds)[number]

/** A report of the merchant's server about a payment of an account. */
export type ReversalReport = {
  readonly kind: ReversalKind
  /** The payment by its reference; null for the first one. */
  readonly payment: string | null
  /** The amount of a refund, in minor units; null for the whole payment. */
  readonly amountMinor: number | null
  readonly at: number
  readonly reference: string
  readonly reportedAt: number
}

/** The payment that converted the account's referral, as the processor shows it and the server reported; null if neither does. */
export function firstPaymentOf(
  account: Account,
  subscriptions: readonly ProcessorSubscription[],
  reports: readonly ReversalReport[],
): FirstPayment | null {
  const { paidAt } = account
  if (paidAt === null) return null
  const sales = salesOf(subscriptions)
  const shown = convertingSale(sales, paidAt)
  // Reports from before the account paid are about another payment.
  const counted = reports.filter((it) => it.payment === null && it.reportedAt >= paidAt)
  if (shown === null && counted.length === 0) return null
  return {
    paidAt,
    hasLaterPayment: sales.some((it) => it.id !== shown?.id && hasSettled(it, paidAt)),
    isLaterPaymentSettling: sales.some((it) => it.id !== shown?.id && isSettling(it, paidAt)),
    sources: [...(shown === null ? [] : [shownReversals(shown)]), reportedReversals(account, counted)],
  }
}

/** Sales whose money was taken, those that were voided afterwards included; the earliest first. */
function salesOf(
  subscriptions: readonly Pick<ProcessorSubscription, 'payments'>[],
): readonly ProcessorPayment[] {
  return subscriptions
    .flatMap(({ payments }) => payments.toReversed())
    .filter((it) => isPaid(it) || isVoided(it))
    .toSorted((one, other) => one.createdAt - other.createdAt)
}

function isVoided({ type, status, amount }: ProcessorPayment): boolean {
  return type === 'SALE' && status === 'VOIDED' && amount.minor > 0
}

/** The server may have reported the payment before the processor was read: then it is the first one of that day. */
function convertingSale(sales: readonly ProcessorPayment[], paidAt: number): ProcessorPayment | null {
  const exact = sales.find((it) => it.createdAt === paidAt)
  return exact ?? sales.find((it) => it.createdAt >= paidAt - DAY_MS) ?? null
}

function hasSettled({ status, createdAt, disputes = [] }: ProcessorPayment, paidAt: number): boolean {
  return status === 'SETTLED' && createdAt >= paidAt - DAY_MS && disputes.every((it) => it.status === 'WON')
}

function isSettling({ status, createdAt }: ProcessorPayment, paidAt: number): boolean {
  return (status === 'SUBMITTED' || status === 'SETTLING') && createdAt >= paidAt - DAY_MS
}

function shownReversals(sale: ProcessorPayment): Reversals {
  const { refunds = [], disputes = [] } = sale
  return {
    wholeMinor: sale.amount.minor,
    voids: isVoided(sale) ? [sale.createdAt] : [],
    refunds: refunds
      .filter(isGivenBack)
      .map(({ amount, createdAt }) => ({ minor: amount.minor, at: createdAt })),
    disputes: disputes.map(({ status, openedAt }) => ({ isWon: status === 'WON', at: openedAt })),
  }
}

function reportedReversals(account: Account, reports: readonly ReversalReport[]): Reversals {
  const of = (kind: ReversalKind) => reports.filter((it) => it.kind === kind)
  const disputes = of('DISPUTE')
  return {
    wholeMinor: wholeRefundOf(account),
    voids: of('VOID').map(({ at }) => at),
    refunds: of('REFUND').map(({ amountMinor, at }) => ({ minor: amountMinor, at })),
    disputes: disputes.map((it) => ({ isWon: isWon(it, reports), at: it.at })),
  }
}

/** What reports say was given back of a payment, in minor units of it, and whether all of it was taken back. */
export function givenBackOf(
  paidMinor: number,
  reports: readonly ReversalReport[],
): { readonly refundedMinor: number; readonly isReversed: boolean } {
  const refunds = reports.filter((it) => it.kind === 'REFUND')
  return {
    refundedMinor: refunds.reduce((sum, it) => sum + (it.amountMinor ?? paidMinor), 0),
    isReversed: reports.some((it) => it.kind === 'VOID' || (it.kind === 'DISPUTE' && !isWon(it, reports))),
  }
}

/**
 * Facts of reported disputes of later payments: of one that is named, or too late to be of the payment that converted the
 * referral. They are as those that a processor shows.
 */
export function factsOfReports({ paidAt }: Account, reports: readonly ReversalReport[]): FraudFacts {
  if (paidAt === null) return {}
  const disputes = reports.filter(
    (it) => it.kind === 'DISPUTE' && (it.payment !== null || !countsForFirstPayment(it.at, paidAt)),
  )
  const standing = disputes.filter((it) => !isWon(it, reports)).length
  return standing === 0 ? {} : { disputes: standing }
}

/** The disputes of an account's payments that a processor shows and that were reported. */
export function disputesOf(
  subscriptions: readonly ProcessorSubscription[],
  reports: readonly ReversalReport[],
): Disputes {
  const payments = subscriptions.flatMap((it) => it.payments)
  const reported = reports.filter((it) => it.kind === 'DISPUTE' && !isWon(it, reports))
  return {
    standing: payments.filter(isDisputed).length + reported.length,
    isWon:
      payments.some(({ disputes = [] }) => disputes.some((it) => it.status === 'WON')) ||
      reports.some((it) => it.kind === 'DISPUTE_WON'),
  }
}

/** Won is the dispute of the same reference; a reference of its own is about every dispute of the payment until then. */
function isWon(dispute: ReversalReport, reports: readonly ReversalReport[]): boolean {
  const ofPayment = reports.filter((it) => it.payment === dispute.payment)
  const disputes = ofPayment.filter((it) => it.kind === 'DISPUTE')
  const references = new Set(disputes.map(({ reference }) => reference))
  return ofPayment
    .filter(({ kind }) => kind === 'DISPUTE_WON')
    .some((it) => (references.has(it.reference) ? it.reference === dispute.reference : it.at >= dispute.at))
}

/**
 * The minimum amount of a whole refund: the present price of the subscription, less the friend's percentage, because
 * nothing here knows whether the merchant took it off. Null without a price.
 */
export function wholeRefundOf({ subscription, referral }: Account): number | null {
  const { valueMinor: minor, currency } = subscription
  if (minor === null || currency === null) return null
  const price: Money = { minor, currency }
  const spec = referral?.referred.reward?.spec
  const rate = spec?.type === 'PCT_DISCOUNT' ? rateFromPercent(spec.discountPercent) : null
  return rate === null ? minor : minor - shareOf(price, rate).minor
}
