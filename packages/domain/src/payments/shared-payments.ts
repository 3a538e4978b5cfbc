import type { BillingStep } from '../bills/billing-interval.ts'
import { addDays, addMonths, startOfDay } from '../values/interval.ts'
import { type Money, shareOf } from '../values/money.ts'
import type { Rate } from '../values/rate.ts'

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
    const left = payment.isReversed ? 0 : Math.max(0, paid.minor - payment.refundedMinor)
    const shareMinor = shareOf(paid, terms.rate).minor
    return { reference, shareMinor, keptMinor: shareOf({ ...paid, minor: left }, terms.rate).minor }
  })
}

/** Earlier payments first; of one moment in the order of their references. */
export function byTime(one: FriendPayment, other: FriendPayment): number {
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
  { months, firstPaidAt }: ShareTerms,
  used: Used,
): boolean {
  if (months === null) return true
  if (step === null) return paidAt < startOfDay(addMonths(firstPaidAt, months))
  return addDays(addMonths(firstPaidAt, used.months), used.days) < addMonths(firstPaidAt, months)
}

function withStep({ months, days }: Used, step: BillingStep | null): Used {
  if (step === null) return { months, days }
  return 'months' in step ? { months: months + step.months, days } : { months, days: days + step.days }
}

/**
 * Shares within a limit for each month (UTC) of a referrer: earlier payments first. What was given back makes no room for others.
 *
 * @param shares with the moment of their payments, of all the friends of a referrer and of one currency
 */
export function withinMonthlyLimit<Share extends PaymentShare & { readonly paidAt: number }>(
  shares: readonly Share[],
  mostMinor: number,
): readonly Share[] {
  const room = new Map<string, number>()
  return shares.map((share) => {
    const month = new Date(share.paidAt).toISOString().slice(0, 7)
    const left = room.get(month) ?? mostMinor
    const shareMinor = Math.min(share.shareMinor, left)
    room.set(month, left - shareMinor)
    return { ...share, shareMinor, keptMinor: Math.min(share.keptMinor, shareMinor) }
  })
}
