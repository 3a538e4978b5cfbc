import { aboutReferral } from '../referrals/about-referral.ts'
import type { Account, Referral, ReferralSide } from '../referrals/account.ts'
import type { BlockCommand } from '../referrals/command.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Outcome } from '../referrals/outcome.ts'
import { isOwedToReferrer, referrerDue } from './staff-moderation.ts'

/** Blocks an account. `followBlock` decides about each of the account's referrals. */
export function block(account: Account, { reason, at }: BlockCommand, { now }: DecisionContext): Transition {
  if (account.block !== null) return unchanged(account)
  return {
    account: { ...account, block: { at: at ?? now, reason } },
    outcomes: [{ type: 'account.blocked', reason: 'BLOCKED_BY_HAND', account: account.key }],
  }
}

export function unblock(account: Account): Transition {
  if (account.block === null) return unchanged(account)
  return {
    account: { ...account, block: null },
    outcomes: [{ type: 'account.unblocked', reason: 'UNBLOCKED_BY_HAND', account: account.key }],
  }
}

/**
 * Holds the referrer's side of a referral in progress while the referrer is blocked, and releases it when nothing else
 * holds it. A reward unlocked by an earlier conversion stays, and so does every decision of staff about the side.
 */
export function followBlock(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null) return unchanged(account)
  const { moderation } = referral.referring
  const isBlocked = context.isBlocked(referral.referrer.accountKey)
  if (moderation.by === 'block') return isBlocked ? unchanged(account) : released(account, referral, context)
  const isOpen = referral.convertedAt === null && referral.endedAt === null
  const isUndecided = moderation.status === 'APPROVED' && moderation.by !== 'staff'
  return isBlocked && isOpen && isUndecided ? heldByBlock(account, referral, context) : unchanged(account)
}

/** The referrer's side waits until the referrer is unblocked. */
export function heldByBlock(account: Account, referral: Referral, { now }: DecisionContext): Transition {
  const reason = 'REFERRER_BLOCKED'
  const moderation = { status: 'PENDING', by: 'block', decidedAt: now, decidedAs: reason } as const
  const referring: ReferralSide = { ...referral.referring, moderation }
  const held: Outcome = { ...aboutReferral(account, referral), type: 'referral.moderated', reason }
  return { account: { ...account, referral: { ...referral, referring } }, outcomes: [held] }
}

/** The side gets the reward that it would have by now. */
function released(account: Account, referral: Referral, context: DecisionContext): Transition {
  const reward = referrerDue(referral, context)
  const moderation = { status: 'APPROVED', by: 'program' } as const
  const about = aboutReferral(account, referral)
  const outcomes: Outcome[] = [{ ...about, type: 'referral.moderated', reason: 'REFERRER_UNBLOCKED' }]
  if (reward !== null) {
    const { rewardId } = referral.referring
    const to = { account: referral.referrer.accountKey, referralId: referral.id, rewardId }
    outcomes.push({ ...to, type: 'reward.created', reason: 'REFERRER_UNBLOCKED' })
  } else if (isOwedToReferrer(referral, context)) {
    outcomes.push({ ...about, type: 'reward.skipped', reason: 'REWARD_LIMIT_REACHED' })
  }
  const referring = { ...referral.referring, moderation, reward }
  return { account: { ...account, referral: { ...referral, referring } }, outcomes }
}
