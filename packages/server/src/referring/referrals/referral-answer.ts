import type { Referral as ReferralAnswer, SideDecision } from '@goodword/contract/referrals/referral'
import { type FraudSignal, foundBy } from '@goodword/domain/fraud/fraud'
import { referralReasons } from '@goodword/domain/moderation/referral-reasons'
import { staffReasons } from '@goodword/domain/moderation/staff-moderation'
import type { Moderation, ModerationStatus } from '@goodword/domain/referrals/account'
import { isReason, type Reason, reasonOfSignal, sentenceOf } from '@goodword/domain/referrals/outcome'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { rewardAnswer } from '../rewards/reward-answer.ts'
import type { RewardReading } from '../rewards/reward-reading.ts'
import { userAnswer } from '../users/user-answer.ts'
import type { ReferralReading } from './read-referrals.ts'
import type { ReviewTimes } from './review-times-of.ts'

export function referralAnswer(
  ctx: Context,
  tenantId: TenantId,
  it: ReferralReading,
  now: number,
): ReferralAnswer {
  return {
    id: it.id,
    referralCodeUsed: it.code,
    status: it.status,
    referringAccountId: it.referrer.accountId,
    referredAccountId: it.referredAccountId,
    referrerUser: userAnswer(ctx, tenantId, it.referrer),
    referredUser: it.referred === null ? null : userAnswer(ctx, tenantId, it.referred),
    referrerReward: sideAnswer(it.referrerModeration.status, it.referrerReward, now),
    referredReward: sideAnswer(it.referredModeration.status, it.referredReward, now),
    referrerModerationStatus: it.referrerModeration.status,
    referredModerationStatus: it.referredModeration.status,
    referrerDecision: decisionAnswer(it.referrerModeration, it.signals, it.referrerReview),
    referredDecision: decisionAnswer(it.referredModeration, it.signals, it.referredReview),
    fraudSignals: it.signals.map(signalAnswer),
    reasons: [...reasonsOf(it, now)],
    attributedByHand: it.isByHand,
    dateReferralStarted: it.startedAt,
    dateConverted: it.convertedAt,
    dateReferralEnded: it.endedAt,
  }
}

/** The reward of a side that is approved. */
export function sideAnswer(status: ModerationStatus, reward: RewardReading | null, now: number) {
  return reward === null || status !== 'APPROVED' ? null : rewardAnswer(reward, now)
}

/** Who decided about a side, and when; null without a decision. Imported decisions may have no time. */
export function decisionAnswer(
  moderation: Moderation,
  signals: readonly FraudSignal[],
  { endsAt, decidedByItselfAt }: ReviewTimes,
): SideDecision | null {
  const made = deciderOf(moderation, signals)
  if (made === null) return null
  const { reason, message = reason === null ? null : sentenceOf(reason) } = made
  return {
    ...made,
    message,
    date: moderation.decidedAt ?? null,
    dateReviewEnds: endsAt,
    dateDecidedByItself: decidedByItselfAt,
  }
}

type Decider = Pick<SideDecision, 'by' | 'actor'> & {
  readonly reason: Reason | null
  /** The sentence of the reason where it is absent. */
  readonly message?: string
}

function deciderOf({ status, by, decidedAs }: Moderation, signals: readonly FraudSignal[]): Decider | null {
  if (by === 'staff') return { by: 'STAFF', actor: decidedAs ?? null, reason: staffReasons[status] }
  if (by === 'block') return { by: 'BLOCK', actor: null, reason: 'REFERRER_BLOCKED' }
  const reason = decidedAs !== undefined && isReason(decidedAs) ? decidedAs : null
  if (by === 'rule') {
    const found = signals.findLast((it) => it.rule === reason && !it.shadow)
    const message = found === undefined ? null : foundBy(found)
    return { by: 'RULE', actor: null, reason, ...(message === null ? {} : { message }) }
  }
  if (reason === null) return null
  return { by: reason === 'REVIEW_ENDED' ? 'PROGRAM' : 'CONFIRMATION', actor: null, reason }
}

function signalAnswer(signal: FraudSignal) {
  return {
    rule: signal.rule,
    message: foundBy(signal) ?? sentenceOf(reasonOfSignal(signal)),
    shadow: signal.shadow,
    date: signal.at ?? null,
    facts: { ...signal.facts },
  }
}

function reasonsOf(it: ReferralReading, now: number) {
  const { convertedAt, endedAt, paidAt, signals } = it
  const state = {
    convertedAt,
    endedAt,
    paidAt,
    signals,
    isHeldByBlock: it.referrerModeration.by === 'block',
    isReplaced: it.isReplaced,
    hasUser: it.referred !== null,
    moderation: [it.referredModeration.status, it.referrerModeration.status],
    rewardScheduledFor: dueAt(it.referrerReward),
  }
  return referralReasons(state, now)
}

/** When a reward that was not cancelled is or was due; null without a hold. */
export function dueAt(it: RewardReading | null): number | null {
  return it === null || it.reward.cancelledAt !== null ? null : it.reward.scheduledFor
}
