import { isReversalSignal } from '../fraud/fraud.ts'
import { aboutReferral } from '../referrals/about-referral.ts'
import type { Account, Moderation, ModerationStatus, Referral, ReferralSide } from '../referrals/account.ts'
import type { ModerateCommand } from '../referrals/command.ts'
import { convertingPaymentAt } from '../referrals/converting-payment.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Outcome, OutcomeType, Reason } from '../referrals/outcome.ts'
import {
  cancelReward,
  friendReward,
  friendRewardAtConversion,
  type Reward,
  type RewardSpec,
  referrerReward,
  reviveReward,
} from '../rewards/reward.ts'
import { addDays } from '../values/interval.ts'

/** A decision of the merchant's staff about one side of a referral or both; from then on no rule touches it. */
export function moderate(
  account: Account,
  { status, side, as }: ModerateCommand,
  context: DecisionContext,
): Transition {
  const { referral } = account
  if (referral === null) return unchanged(account)
  const isNews = ({ moderation }: ReferralSide) => moderation.status !== status || moderation.by !== 'staff'
  return decideSides(
    account,
    {
      referred: side !== 'referrer' && isNews(referral.referred),
      referrer: side !== 'referred' && isNews(referral.referring),
      moderation: {
        ...({ status, by: 'staff', decidedAt: context.now } as const),
        ...(as === undefined ? {} : { decidedAs: as }),
      },
      reason: staffReasons[status],
    },
    context,
  )
}

/** A decision about one side or both. */
type SidesDecision = {
  readonly referred: boolean
  readonly referrer: boolean
  readonly moderation: Moderation
  readonly reason: Reason
}

/**
 * Approving gives a side the reward that it would have by now, once; any other decision takes back the part that is not
 * redeemed yet, and approving again revives it, unless the referral's end or the program's limit has come between.
 */
export function decideSides(
  account: Account,
  { moderation, reason, ...sides }: SidesDecision,
  context: DecisionContext,
): Transition {
  const { referral } = account
  if (referral === null || !(sides.referred || sides.referrer)) return unchanged(account)
  const about = aboutReferral(account, referral)
  const referred = sides.referred
    ? decided(account, referral, 'referred', moderation, context)
    : referral.referred
  const referring = sides.referrer
    ? decided(account, referral, 'referrer', moderation, context)
    : referral.referring
  const wait = waited(referral, sides, moderation)
  const outcomes: Outcome[] = [
    { ...about, type: 'referral.moderated', reason, ...wait },
    ...rewardOutcome(account.key, referral, referral.referred, referred),
    ...rewardOutcome(referral.referrer.accountKey, referral, referral.referring, referring),
  ]
  const isApproved = sides.referrer && moderation.status === 'APPROVED'
  if (isApproved && isOwedToReferrer(referral, context) && !isWithinLimit(referral, context)) {
    outcomes.push({ ...about, type: 'reward.skipped', reason: 'REWARD_LIMIT_REACHED' })
  }
  // Staff confirm what only pages said.
  const isConfirmed = sides.referrer && moderation.by === 'staff'
  const unconfirmedAt = isConfirmed ? null : referral.unconfirmedAt
  const named = isConfirmed && isApproved ? { isFromPage: false, unconfirmedUser: null } : {}
  const latestReview =
    wait.waitedMs === undefined ? referral.latestReview : { at: context.now, waitedMs: wait.waitedMs }
  const changed: Referral = { ...referral, ...named, referred, referring, unconfirmedAt, latestReview }
  return { account: { ...account, referral: changed }, outcomes }
}

/** How long the sides that staff decide have waited; of several the longest. */
function waited(
  { referred, referring }: Referral,
  sides: Pick<SidesDecision, 'referred' | 'referrer'>,
  { status, by, decidedAt: now }: Moderation,
): { readonly waitedMs?: number } {
  if (by !== 'staff' || status === 'PENDING' || now === undefined) return {}
  const decided = [...(sides.referred ? [referred] : []), ...(sides.referrer ? [referring] : [])]
  const times = decided.flatMap(({ moderation: { status: before, decidedAt } }) =>
    before === 'PENDING' && decidedAt !== undefined ? [now - decidedAt] : [],
  )
  return times.length === 0 ? {} : { waitedMs: Math.max(...times) }
}

/** The reasons of decisions by staff. */
export const staffReasons = {
  APPROVED: 'STAFF_APPROVED',
  PENDING: 'STAFF_PENDED',
  DENIED: 'STAFF_DENIED',
} as const satisfies Record<ModerationStatus, string>

function decided(
  { paidAt }: Account,
  referral: Referral,
  which: 'referred' | 'referrer',
  moderation: Moderation,
  context: DecisionContext,
): ReferralSide {
  const side = which === 'referred' ? referral.referred : referral.referring
  if (moderation.status !== 'APPROVED') {
    return {
      ...side,
      moderation,
      reward: side.reward === null ? null : cancelReward(side.reward, context.now),
    }
  }
  const due = which === 'referred' ? friendDue(referral, paidAt, context) : referrerDue(referral, context)
  return { ...side, moderation, reward: due }
}

/** The referrer's side waits because the friend's first payment was reversed, and for nothing else. */
export function isHeldByReversal({ status, by, decidedAs }: Moderation): boolean {
  return status === 'PENDING' && by === 'rule' && isReversalSignal(decidedAs)
}

/** The friend's reward at present if the side is approved. */
function friendDue(referral: Referral, paidAt: number | null, context: DecisionContext): Reward | null {
  const { reward } = referral.referred
  const spec = reward?.spec ?? context.program.referredReward
  if (spec === null || !isOpen(referral.referred) || !isStillOwed(referral, spec)) return reward
  const started = reward === null ? friendReward(spec, context.now) : reviveReward(reward)
  if (referral.convertedAt === null) return started
  // The months began at the conversion; a reward that is given only now counts from now.
  const givenAt = started.givenAt ?? context.now
  const { convertedAt } = referral
  const from = convertingPaymentAt({ paidAt }, referral) ?? convertedAt
  return { ...friendRewardAtConversion(started, convertedAt, from), givenAt }
}

/** The referrer's reward at present if the side is approved; null before the conversion and beyond the limit. */
export function referrerDue(referral: Referral, context: DecisionContext): Reward | null {
  const { reward } = referral.referring
  const spec = reward?.spec ?? context.program.referrerReward
  const isOwed = isOwedToReferrer(referral, context) && isWithinLimit(referral, context)
  if (!isOwed || spec === null || referral.convertedAt === null) return reward
  if (reward !== null) return reviveReward(reward)
  return referrerReward(spec, referral.convertedAt, context.program.referrerHoldDays, context.now)
}

export function isOwedToReferrer(
  { referring, ...referral }: Referral,
  { program }: DecisionContext,
): boolean {
  const { reward } = referring
  const spec = reward?.spec ?? program.referrerReward
  if (spec === null || referral.convertedAt === null || !isOpen(referring)) return false
  const dueAt =
    reward === null ? addDays(referral.convertedAt, program.referrerHoldDays) : reward.scheduledFor
  return isStillOwed(referral, spec, dueAt)
}

function isWithinLimit(referral: Referral, context: DecisionContext): boolean {
  return context.isWithinRewardLimit(referral.referrer.accountKey)
}

/** Whether an approval can give the side anything: what a side lost while it was approved, it lost to no decision. */
function isOpen({ reward, moderation }: ReferralSide): boolean {
  return reward === null || (reward.cancelledAt !== null && moderation.status !== 'APPROVED')
}

/**
 * An ended referral owes no percentage any more, nothing that was not due by its end, and nothing at all when it never
 * converted.
 */
function isStillOwed(
  { convertedAt, endedAt }: Pick<Referral, 'convertedAt' | 'endedAt'>,
  spec: RewardSpec,
  dueAt: number | null = null,
): boolean {
  if (endedAt === null) return true
  return convertedAt !== null && spec.type !== 'PCT_DISCOUNT' && (dueAt ?? convertedAt) <= endedAt
}

function rewardOutcome(
  account: Account['key'],
  referral: Referral,
  before: ReferralSide,
  after: ReferralSide,
): readonly Outcome[] {
  const type = changeOf(before.reward, after.reward)
  if (type === null) return []
  return [{ type, reason: 'MODERATION', account, referralId: referral.id, rewardId: after.rewardId }]
}

function changeOf(before: Reward | null, after: Reward | null): OutcomeType | null {
  if (after === null || before === after) return null
  if (before === null) return 'reward.created'
  if (before.cancelledAt === after.cancelledAt) return null
  return after.cancelledAt === null ? 'reward.restored' : 'reward.cancelled'
}
