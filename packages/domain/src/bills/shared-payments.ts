import { addDays, addMonths, startOfDay } from '../values/interval.ts'
import { type Money, shareOf } from '../values/money.ts'
import type { Rate } from '../values/rate.ts'
import type { BillingStep } from './billing-interval.ts'

/** A payment of a friend for the subscription, after discounts and without tax. */
export type FriendPayment = {
  /** Names the payment among all those of the tenant. */
  readonly reference: string
  readonly paidAt: number
  readonly paid: Money
  /** What was given back of it, as far as it was for the subscription, in minor units. */
  readonly refundedMinor: number
  /** It was voided, or a bank wants it back or took it. */
  readonly isReversed: boolean
  /** The length of the period that it pays for; null for a part of one, and where that is not known. */
  readonly step: BillingStep | null
}

/** What a referrer gets of the payments of a friend. */
export type ShareTerms = {
  readonly rate: Rate
  /** How many months of the friend's bills; null as long as the referral lasts. */
  readonly months: number | null
  /** When the converting payment was made. */
  readonly firstPaidAt: number
  readonly endedAt: number | null
  /** Payments until this moment were shared elsewhere: they only use up months; null where there are none. */
  readonly after: number | null
}

/** The share of a payment in minor units: what it came to first, and what of it stands after refunds, voids and disputes. */
export type PaymentShare = {
  readonly reference: string
  readonly shareMinor: number
  readonly keptMinor: number
}

/**
 * The shares of a friend's payments. They follow from the payments alone, in whatever order these are seen: the converting
 * payment and those after it, in the months of the friend's bills, rounded half up. The end of a referral leaves the shares of
 * earlier payments as they are.
 */
export function sharesOf(payments: readonly FriendPayment[], terms: ShareTerms): readonly PaymentShare[] {
  let used: Used = { months: 0, days: 0 }
  return payments.toSorted(byTime).map((payment) => {
    const { reference, paid } = payment
    const isShared = isOfReferral(payment, terms) && hasMonthsLeft(payment, terms, used)
    if (!isShared) return { reference, shareMinor: 0, keptMinor: 0 }
    used = withStep(used, payment.step)
    if (terms.after !== null && payment.paidAt <= terms.after)
      return { reference, shareMinor: 0, keptMinor: 0 }
    const left = payment.isReversed ? 0 : Math.max(0, paid.minor - payment.refundedMinor)
    const shareMinor = shareOf(paid, terms.rate).minor
    return { reference, shareMinor, keptMinor: shareOf({ ...paid, minor: left }, terms.rate).minor }
  })
}

type Timed = Pick<FriendPayment, 'paidAt' | 'reference'>

/** Earlier payments first; of one moment in the order of their references. */
export function byTime(one: Timed, other: Timed): number {
  return one.paidAt - other.paidAt || (one.reference < other.reference ? -1 : 1)
}

function isOfReferral({ paidAt }: FriendPayment, { firstPaidAt, endedAt }: ShareTerms): boolean {
  return paidAt >= firstPaidAt && (endedAt === null || paidAt <= endedAt)
}

/** The periods of the payments that were shared. */
type Used = { readonly months: number; readonly days: number }

/** A payment without a period belongs to the months by its day, as the friend's own percentage does. */
function hasMonthsLeft(
  { step, paidAt }: FriendPayment,
  { months, firstPaidAt, after }: ShareTerms,
  used: Used,
): boolean {
  if (months === null) return true
  // Not all of the earlier payments may be known here.
  if (step === null || after !== null) return paidAt < startOfDay(addMonths(firstPaidAt, months))
  return addDays(addMonths(firstPaidAt, used.months), used.days) < addMonths(firstPaidAt, months)
}

function withStep({ months, days }: Used, step: BillingStep | null): Used {
  if (step === null) return { months, days }
  return 'months' in step ? { months: months + step.months, days } : { months, days: days + step.days }
}

/** A share with the moment of its payment, and the most of a month by the terms of its referral; null for no limit. */
type LimitedShare = PaymentShare & { readonly paidAt: number; readonly mostMinor: number | null }

/**
 * Shares within a limit for each month (UTC) of a referrer: earlier payments first. What was given back makes no room for others.
 *
 * @param shares of all the friends of a referrer and of one currency
 */
export function withinMonthlyLimit<Share extends LimitedShare>(shares: readonly Share[]): readonly Share[] {
  const used = new Map<string, number>()
  return shares.map((share) => {
    const month = new Date(share.paidAt).toISOString().slice(0, 7)
    const before = used.get(month) ?? 0
    const { mostMinor } = share
    const shareMinor =
      mostMinor === null ? share.shareMinor : Math.min(share.shareMinor, Math.max(0, mostMinor - before))
    used.set(month, before + shareMinor)
    return { ...share, shareMinor, keptMinor: Math.min(share.keptMinor, shareMinor) }
  })
}
