import type { ProcessorSubscription } from '../bills/processor-payment.ts'
import type { Account } from '../referrals/account.ts'
import type { BeginMonthsCommand } from '../referrals/command.ts'
import { isOfExistingCustomer } from '../referrals/converting-payment.ts'
import { type Transition, unchanged } from '../referrals/decision-context.ts'
import { friendRewardAtBill } from '../rewards/reward.ts'
import {
  type CustomerEvidence,
  isAfterAttribution,
  SUBSCRIBED_BEFORE_BINDING_MS,
} from './payment-evidence.ts'

const DAY_MS = 86_400_000

/**
 * The command that begins the months of a friend's percentage; null if they have begun, or no bill of the referral has
 * been made. They begin with the first bill after a trial, also with one that our discount brought to zero, which is no
 * payment and converts nothing. Those of an existing customer begin with the attribution.
 */
export function decideFirstBill(account: Account, evidence: CustomerEvidence): BeginMonthsCommand | null {
  const { referral } = account
  const { reward = null } = referral?.referred ?? {}
  if (referral === null || reward === null || referral.endedAt !== null) return null
  if (isOfExistingCustomer(account, referral)) return begin(account, referral.startedAt)
  const dates = evidence.subscriptions.flatMap((it) => [
    ...attemptedBills(account, it, evidence),
    ...(isFirstAtZero(account, it, evidence) ? [it.firstBillDate ?? ''] : []),
  ])
  const [first] = dates.filter((it) => it !== '').toSorted()
  return first === undefined ? null : begin(account, Date.parse(first) - 1)
}

function begin({ referral }: Account, billsAfter: number): BeginMonthsCommand | null {
  const { reward = null } = referral?.referred ?? {}
  const isNews = reward !== null && friendRewardAtBill(reward, billsAfter) !== reward
  return isNews ? { kind: 'beginMonths', billsAfter } : null
}

/** Returns bills whose payment failed as well: their months have begun. */
function attemptedBills(
  { referral }: Account,
  subscription: ProcessorSubscription,
  evidence: CustomerEvidence,
): readonly string[] {
  return subscription.payments.flatMap((payment) =>
    payment.type === 'SALE' &&
    payment.periodStart !== null &&
    isAfterAttribution(referral, { payment, subscription }, evidence)
      ? [payment.periodStart]
      : [],
  )
}

/** A bill that comes to nothing has no payment. */
function isFirstAtZero(
  { referral }: Account,
  { billCount, payments, discountMinor, firstBillDate, cameWithDiscount, createdAt }: ProcessorSubscription,
  { boundAt }: CustomerEvidence,
): boolean {
  const hadDiscount = discountMinor > 0 || cameWithDiscount
  const isAtZero = billCount > 0 && hadDiscount && !payments.some((it) => it.type === 'SALE')
  if (!isAtZero || firstBillDate === null) return false
  const knownSince = Math.min(boundAt, referral?.startedAt ?? boundAt)
  const isAfter = Date.parse(firstBillDate) + DAY_MS > knownSince
  return isAfter || cameWithDiscount || createdAt >= boundAt - SUBSCRIBED_BEFORE_BINDING_MS
}

/** The months of the friend's percentage begin; whether the referral converts is another matter. */
export function beginMonths(account: Account, { billsAfter }: BeginMonthsCommand): Transition {
  const { referral } = account
  const { reward = null } = referral?.referred ?? {}
  if (referral === null || reward === null) return unchanged(account)
  const begun = friendRewardAtBill(reward, billsAfter)
  if (begun === reward) return unchanged(account)
  const referred = { ...referral.referred, reward: begun }
  return { account: { ...account, referral: { ...referral, referred } }, outcomes: [] }
}
