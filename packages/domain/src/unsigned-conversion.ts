import type { Account, Referral } from './account.ts'
import { heldByBlock } from './block.ts'
import { type DecisionContext, type Transition, unchanged } from './decision-context.ts'
import type { Outcome } from './outcome.ts'
import { isOwedToReferrer, referrerDue } from './staff-moderation.ts'

/**
 * Holds the referrer's side of a referral that converts only by unsigned browser calls, beyond the limit of
 * the program. The friend's side is not held. A decision by staff is kept, and counts as a confirmation.
 */
export function holdUnsigned(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null || referral.unconfirmedAt === null) return unchanged(account)
  const { moderation } = referral.referring
  if (moderation.by === 'staff') {
    return unchanged({ ...account, referral: { ...referral, unconfirmedAt: null } })
  }
  const isUndecided = moderation.status === 'APPROVED' || moderation.by === 'block'
  if (!isUndecided || isWithinBounds(referral, context)) return unchanged(account)
  const decided = { decidedAt: context.now, decidedAs: 'UNSIGNED_CONVERSION' } as const
  const referring = {
    ...referral.referring,
    moderation: { status: 'PENDING', by: 'rule', ...decided } as const,
  }
  const signals = [...referral.signals, { rule: 'UNSIGNED_CONVERSION', shadow: false } as const]
  const about = aboutReferral(account, referral)
  return {
    account: { ...account, referral: { ...referral, referring, signals } },
    outcomes: [
      { ...about, type: 'referral.flagged', reason: 'UNSIGNED_CONVERSION' },
      { ...about, type: 'referral.moderated', reason: 'UNSIGNED_CONVERSION' },
    ],
  }
}

function isWithinBounds({ referrer }: Referral, context: DecisionContext): boolean {
  const { mode } = context.program.unsignedConversions
  return mode === 'trust' || (mode === 'limit' && context.isWithinUnconfirmedLimit(referrer.accountKey))
}

/**
 * A trusted source confirms the payment of a referral that converted by unsigned browser calls. A side that waited
 * for this gets its reward, unless the referrer is blocked.
 */
export function confirmed(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null) return unchanged(account)
  const settled = { ...referral, unconfirmedAt: null }
  if (!isHeldForConfirmation(referral)) {
    const skipped: Outcome = {
      type: 'conversion.skipped',
      reason: 'ALREADY_CONVERTED',
      account: account.key,
      referralId: referral.id,
    }
    return { account: { ...account, referral: settled }, outcomes: [skipped] }
  }
  if (context.isBlocked(referral.referrer.accountKey)) return heldByBlock(account, settled, context)
  const decided = { decidedAt: context.now, decidedAs: 'PAYMENT_CONFIRMED' } as const
  const moderation = { status: 'APPROVED', by: 'program', ...decided } as const
  const reward = referrerDue(settled, context)
  const about = aboutReferral(account, referral)
  const outcomes: Outcome[] = [{ ...about, type: 'referral.moderated', reason: 'PAYMENT_CONFIRMED' }]
  if (reward !== null) {
    const { rewardId } = referral.referring
    const to = { account: referral.referrer.accountKey, referralId: referral.id, rewardId }
    outcomes.push({ ...to, type: 'reward.created', reason: 'PAYMENT_CONFIRMED' })
  } else if (isOwedToReferrer(settled, context)) {
    outcomes.push({ ...about, type: 'reward.skipped', reason: 'REWARD_LIMIT_REACHED' })
  }
  return {
    account: {
      ...account,
      referral: { ...settled, referring: { ...referral.referring, moderation, reward } },
    },
    outcomes,
  }
}

/** No rule touches a side after the conversion, so a side that was flagged then and still waits does so for this alone. */
function isHeldForConfirmation({ referring, signals }: Referral): boolean {
  const { status, by } = referring.moderation
  return by === 'rule' && status === 'PENDING' && signals.some((it) => it.rule === 'UNSIGNED_CONVERSION')
}

function aboutReferral(account: Account, referral: Referral) {
  return { account: account.key, referralId: referral.id, referrer: referral.referrer.accountKey }
}
