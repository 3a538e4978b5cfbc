import type { Referral as ReferralAnswer, SideDecision } from '@goodword/contract/referrals/referral'
import { type FraudSignal, foundBy } from '@goodword/domain/fraud/fraud'
import { referralReasons } from '@goodword/domain/moderation/referral-reasons'
import { staffReasons } from '@goodword/domain/moderation/staff-moderation'
import type { Moderation } from '@goodword/domain/referrals/account'
import { isReason, type Reason, reasonOfSignal, sentenceOf } from '@goodword/domain/referrals/outcome'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { moderationIn } from '../../tracking/rows/referrals.ts'
import { rewardAnswer } from '../rewards/reward-answer.ts'
import type { ListedRewardRow } from '../rewards/rows/reward-list.ts'
import { userAnswer } from '../users/user-answer.ts'
import type { ReferralDetails } from './referral-details.ts'

export function referralAnswer(
  ctx: Context,
  tenantId: TenantId,
  it: ReferralDetails,
  now: number,
): ReferralAnswer {
  return {
    id: it.id,
    referralCodeUsed: it.code,
    status: it.status,
    referringAccountId: it.referrer.account,
    referredAccountId: it.referred_account,
    referrerUser: userAnswer(ctx, tenantId, it.referrer),
    referredUser: it.referred === null ? null : userAnswer(ctx, tenantId, it.referred),
    referrerReward: sideReward(it, 'referrer', now),
    referredReward: sideReward(it, 'referred', now),
    referrerModerationStatus: it.referrer_moderation,
    referredModerationStatus: it.referred_moderation,
    referrerDecision: decisionAnswer(it, 'referrer'),
    referredDecision: decisionAnswer(it, 'referred'),
    fraudSignals: it.signals.map(signalAnswer),
    reasons: [...reasonsOf(it, now)],
    attributedByHand: it.is_by_hand,
    dateReferralStarted: it.started_at,
    dateConverted: it.converted_at,
    dateReferralEnded: it.ended_at,
  }
}

export type Side = 'referrer' | 'referred'

/** The reward of a side that is approved. */
export function sideReward(it: ReferralDetails, side: Side, now: number) {
  const reward = it[`${side}Reward`]
  return reward === null || it[`${side}_moderation`] !== 'APPROVED' ? null : rewardAnswer(reward, now)
}

/** Who decided about a side, and when; null without a decision. Imported decisions may have no time. */
export function decisionAnswer(it: ReferralDetails, side: Side): SideDecision | null {
  const moderation = moderationIn(it, side)
  const made = deciderOf(moderation, it.signals)
  if (made === null) return null
  const { endsAt, decidedByItselfAt } = it[`${side}Review`]
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

function reasonsOf(it: ReferralDetails, now: number) {
  const state = {
    convertedAt: it.converted_at,
    endedAt: it.ended_at,
    paidAt: it.referred_paid_at,
    signals: it.signals,
    isHeldByBlock: it.referrer_moderated_by === 'block',
    isReplaced: it.is_replaced,
    hasUser: it.referred !== null,
    moderation: [it.referred_moderation, it.referrer_moderation],
    rewardScheduledFor: dueAt(it.referrerReward),
  }
  return referralReasons(state, now)
}

/** When a reward that was not cancelled is or was due; null without a hold. */
export function dueAt(it: ListedRewardRow | null): number | null {
  return it === null || it.cancelled_at !== null ? null : it.scheduled_for
}
