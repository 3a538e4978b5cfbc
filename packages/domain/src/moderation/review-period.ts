import { isReversalSignal } from '../fraud/fraud.ts'
import type { Program } from '../program/program.ts'
import { aboutReferral } from '../referrals/about-referral.ts'
import type { Account, Moderation, Referral } from '../referrals/account.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import { addDays } from '../values/interval.ts'
import { decideSides } from './staff-moderation.ts'
import { standingDoubt } from './unsigned-conversion.ts'

/** The fields that determine whether a referral's sides wait for staff alone. */
export type Waiting = Pick<
  Referral,
  'signals' | 'isFromPage' | 'unconfirmedUser' | 'convertedAt' | 'unconfirmedAt'
>

/**
 * Returns since when a side has waited for staff and for nothing else; null if it does not. Time alone is no answer to what a
 * side waits for from others: the merchant's server that confirms what only pages said, the end of a block, or another
 * payment of a friend whose first one was reversed.
 */
export function waitsSince(referral: Waiting, { status, by, decidedAt }: Moderation): number | null {
  if (status !== 'PENDING' || by === 'block' || decidedAt === undefined) return null
  return isForStaffAlone(referral) ? decidedAt : null
}

function isForStaffAlone(referral: Waiting): boolean {
  const { signals, isFromPage, unconfirmedUser, convertedAt, unconfirmedAt } = referral
  const isKnownToPagesAlone =
    isFromPage && unconfirmedUser !== null && (convertedAt === null || unconfirmedAt !== null)
  const isReversed = signals.some(({ rule }) => isReversalSignal(rule))
  return !isKnownToPagesAlone && !isReversed && standingDoubt(referral) === null
}

/** Returns since when a side of the referral has waited for staff alone: the longer one of both; null if none does. */
export function reviewSince(referral: Referral): number | null {
  const times = [referral.referred, referral.referring].flatMap(
    ({ moderation }) => waitsSince(referral, moderation) ?? [],
  )
  return times.length === 0 ? null : Math.min(...times)
}

/** Returns until when a side that has waited since a time waits for staff; null for as long as they take. */
export function reviewEndsAt(
  since: number | null,
  { reviewDays }: Pick<Program, 'reviewDays'>,
): number | null {
  return since === null || reviewDays === null ? null : addDays(since, reviewDays)
}

/** Returns when a side that has waited since a time is approved by itself; null if it never is. */
export function decidedByItselfAt(
  since: number | null,
  program: Pick<Program, 'reviewDays' | 'reviewEnds'>,
): number | null {
  return program.reviewEnds === 'APPROVE' ? reviewEndsAt(since, program) : null
}

/**
 * Approves the sides that have waited for staff as long as the program lets them, as staff would; or reminds staff of them,
 * if the program keeps them waiting. Referrals of a blocked referrer wait for the end of the block.
 */
export function endReview(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null || context.isBlocked(referral.referrer.accountKey)) return unchanged(account)
  if (context.program.reviewEnds === 'KEEP') return remind(account, referral, context)
  const isDue = (moderation: Moderation) => {
    const dueAt = decidedByItselfAt(waitsSince(referral, moderation), context.program)
    return dueAt !== null && dueAt <= context.now
  }
  const reason = 'REVIEW_ENDED'
  const moderation = { status: 'APPROVED', by: 'program', decidedAt: context.now, decidedAs: reason } as const
  const referred = isDue(referral.referred.moderation)
  const referrer = isDue(referral.referring.moderation)
  return decideSides(account, { referred, referrer, moderation, reason }, context)
}

/** Staff are reminded once of each wait: a new hold begins another one. */
function remind(account: Account, referral: Referral, { program, now }: DecisionContext): Transition {
  const since = reviewSince(referral)
  const endsAt = reviewEndsAt(since, program)
  if (since === null || endsAt === null || endsAt > now) return unchanged(account)
  if (referral.remindedAt !== null && referral.remindedAt >= since) return unchanged(account)
  return {
    account: { ...account, referral: { ...referral, remindedAt: now } },
    outcomes: [{ ...aboutReferral(account, referral), type: 'referral.overdue', reason: 'REVIEW_OVERDUE' }],
  }
}
