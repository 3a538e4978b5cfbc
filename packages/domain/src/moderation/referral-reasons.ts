import type { FraudSignal } from '../fraud/fraud.ts'
import { type ModerationStatus, referralStatus } from '../referrals/account.ts'
import { type Reason, reasonOfSignal } from '../referrals/outcome.ts'

/** The part of a referral that its reasons come from. */
export type ReferralState = {
  readonly convertedAt: number | null
  readonly endedAt: number | null
  /** When the referred account first paid. */
  readonly paidAt: number | null
  readonly hasUser: boolean
  readonly moderation: readonly ModerationStatus[]
  /** The referrer's side is pending, and only because the referrer is blocked. */
  readonly isHeldByBlock: boolean
  /** A code of the server took its place. */
  readonly isReplaced: boolean
  readonly signals: readonly FraudSignal[]
  /** When the referrer's reward is due; null when there is none or no hold. */
  readonly rewardScheduledFor: number | null
}

/** Why a referral is not complete and what it waits for; empty if it is complete. */
export function referralReasons(state: ReferralState, now: number): readonly Reason[] {
  const reasons: Reason[] = []
  if (state.isHeldByBlock) reasons.push('REFERRER_BLOCKED')
  const undecided = state.moderation.filter((it) => it !== 'APPROVED').length
  if (undecided > (state.isHeldByBlock ? 1 : 0)) {
    const rules = state.signals.filter((it) => !it.shadow).map(reasonOfSignal)
    reasons.push(...(rules.length > 0 ? rules : (['MODERATION'] as const)))
  }
  const status = referralStatus(state)
  if (status === 'ENDED') reasons.push(state.isReplaced ? 'REPLACED_BY_SERVER' : 'SUBSCRIPTION_CANCELLED')
  if (status === 'IN_PROGRESS' && state.paidAt === null) reasons.push('AWAITING_PAYMENT')
  if (status === 'IN_PROGRESS' && state.paidAt !== null && !state.hasUser) reasons.push('NO_USER_IDENTIFIED')
  if (status === 'CONVERTED' && state.rewardScheduledFor !== null && state.rewardScheduledFor > now) {
    reasons.push('REWARD_SCHEDULED')
  }
  return reasons
}
