import { waitsForConfirmation } from '../fraud/fraud.ts'
import { aboutReferral } from '../referrals/about-referral.ts'
import type { Account, Referral } from '../referrals/account.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Outcome, Reason } from '../referrals/outcome.ts'
import { LAST_TIME } from '../values/last-time.ts'
import { heldByBlock } from './block.ts'
import { isHeldByFacts } from './observed.ts'
import { isHeldByReversal, isOwedToReferrer, referrerDue } from './staff-moderation.ts'

/** The data of a conversion that only pages sent; the referrer's side waits for its confirmation. */
export type PageDoubt = 'UNSIGNED_CONVERSION' | 'UNCONFIRMED_USER'

/**
 * Holds the referrer's side of a referral that converts as far as only unsigned browser calls report it: the payment, beyond
 * the limit of the program, or the user who brought the code, where the server knows users of the account and not this one.
 * The friend's side is not held. A decision by staff is kept, and counts as a confirmation.
 */
export function holdUnsigned(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null) return unchanged(account)
  const { moderation } = referral.referring
  if (moderation.by === 'staff') {
    return unchanged(
      referral.unconfirmedAt === null
        ? account
        : { ...account, referral: { ...referral, unconfirmedAt: null } },
    )
  }
  const doubts = doubtsOf(account, referral, context)
  const isUndecided = moderation.status === 'APPROVED' || moderation.by === 'block'
  const [first] = doubts
  if (!isUndecided || first === undefined) return unchanged(account)
  const decided = { decidedAt: context.now, decidedAs: first } as const
  const referring = {
    ...referral.referring,
    moderation: { status: 'PENDING', by: 'rule', ...decided } as const,
  }
  const signals = [...referral.signals, ...doubts.map((rule) => ({ rule, shadow: false }) as const)]
  const about = aboutReferral(account, referral)
  return {
    account: { ...account, referral: { ...referral, referring, signals } },
    outcomes: [
      ...doubts.map((reason): Outcome => ({ ...about, type: 'referral.flagged', reason })),
      { ...about, type: 'referral.moderated', reason: first },
    ],
  }
}

function doubtsOf(
  account: Account,
  referral: Referral,
  { program, isWithinUnconfirmedLimit }: DecisionContext,
): readonly PageDoubt[] {
  const { mode } = program.unsignedConversions
  if (mode === 'trust') return []
  const isWithinBounds = mode === 'limit' && isWithinUnconfirmedLimit(referral.referrer.accountKey)
  return [
    ...(referral.unconfirmedAt !== null && !isWithinBounds ? (['UNSIGNED_CONVERSION'] as const) : []),
    ...(isOfUnconfirmedUser(account, referral) ? (['UNCONFIRMED_USER'] as const) : []),
  ]
}

function isOfUnconfirmedUser(
  { hasConfirmedUsers }: Account,
  { isFromPage, unconfirmedUser }: Referral,
): boolean {
  return isFromPage && unconfirmedUser !== null && hasConfirmedUsers
}

/**
 * Returns until when the referrer has a reward for a conversion that only pages reported; null when it has none. A redeemed
 * reward counts until then as well, so that spending it makes no room for another.
 */
export function outstandingUntil({ unconfirmedAt, referring }: Referral): number | null {
  const { reward } = referring
  if (unconfirmedAt === null || reward === null || reward.cancelledAt !== null) return null
  return reward.expiresAt ?? LAST_TIME
}

/**
 * A trusted source confirms the payment of a referral that converted by unsigned browser calls. A side that waited
 * for this alone gets its reward, unless the referrer is blocked.
 */
export function confirmed(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null) return unchanged(account)
  const settled = { ...account, referral: { ...referral, unconfirmedAt: null } }
  const step = releasedFor(settled, 'PAYMENT_CONFIRMED', context)
  if (step.outcomes.length > 0 || step.account !== settled) return step
  const skipped: Outcome = {
    type: 'conversion.skipped',
    reason: 'ALREADY_CONVERTED',
    account: account.key,
    referralId: referral.id,
  }
  return { account: settled, outcomes: [skipped] }
}

/** A trusted call has named the user or the code that only pages had named: the side gets its reward. */
export function released(account: Account, context: DecisionContext): Transition {
  return releasedFor(account, 'ATTRIBUTION_CONFIRMED', context)
}

function releasedFor(account: Account, reason: Reason, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null || !isReleasable(referral)) return unchanged(account)
  if (context.isBlocked(referral.referrer.accountKey)) return heldByBlock(account, referral, context)
  return release(account, referral, reason, context)
}

/** Approves the referrer's side, which gets the reward that it has by now. */
export function release(
  account: Account,
  referral: Referral,
  reason: Reason,
  context: DecisionContext,
): Transition {
  const decided = { decidedAt: context.now, decidedAs: reason } as const
  const moderation = { status: 'APPROVED', by: 'program', ...decided } as const
  const reward = referrerDue(referral, context)
  const about = aboutReferral(account, referral)
  const outcomes: Outcome[] = [{ ...about, type: 'referral.moderated', reason }]
  const before = referral.referring.reward
  if (reward !== null && reward !== before) {
    const { rewardId } = referral.referring
    const to = { account: referral.referrer.accountKey, referralId: referral.id, rewardId }
    outcomes.push({ ...to, type: before === null ? 'reward.created' : 'reward.restored', reason })
  } else if (isOwedToReferrer(referral, context)) {
    outcomes.push({ ...about, type: 'reward.skipped', reason: 'REWARD_LIMIT_REACHED' })
  }
  return {
    account: {
      ...account,
      referral: { ...referral, referring: { ...referral.referring, moderation, reward } },
    },
    outcomes,
  }
}

/**
 * Whether nothing holds the side any more. No rule about identity touches a side after the conversion, so one that was held
 * then and still waits has unconfirmed data of pages, or a rule about facts. An ended referral waits for nothing.
 */
function isReleasable(referral: Referral): boolean {
  const { signals, endedAt } = referral
  const { status, by } = referral.referring.moderation
  if (by !== 'rule' || status !== 'PENDING' || endedAt !== null) return false
  const { moderation } = referral.referring
  if (isHeldByReversal(moderation) || isHeldByFacts(moderation)) return false
  const isOfPage = signals.some(({ rule }) => waitsForConfirmation(rule))
  return isOfPage && standingDoubt(referral) === null
}

/** The doubt that is not confirmed yet; null without one. */
export function standingDoubt(
  referral: Pick<Referral, 'signals' | 'unconfirmedAt' | 'isFromPage' | 'unconfirmedUser'>,
): PageDoubt | null {
  const { signals, unconfirmedAt, isFromPage, unconfirmedUser } = referral
  const has = (rule: PageDoubt) => signals.some((it) => it.rule === rule)
  if (has('UNSIGNED_CONVERSION') && unconfirmedAt !== null) return 'UNSIGNED_CONVERSION'
  const isOfUser = has('UNCONFIRMED_USER') && isFromPage && unconfirmedUser !== null
  return isOfUser ? 'UNCONFIRMED_USER' : null
}
