import type { ModerationAction, Referral } from '@goodword/client'
import type { AnswerOf } from '../../api/client.ts'
import { count, moneyText } from '../../format/number-text.ts'
import { ownersReward, type Side } from './reward-owner.ts'

/** The maximum of actions that are taken at once. */
const MAX_ACTIONS = 100

export type Decision = 'APPROVE' | 'DENY' | 'PEND'

/** A referral of a list, with what staff see of it in the queue. */
export type QueuedReferral = AnswerOf<'listReferrals'>['referrals'][number]

type WaitingReward = { readonly referral: Referral; readonly side: Side }

/** The rewards that wait for a decision. */
export function waitingRewards(referrals: readonly Referral[]): readonly WaitingReward[] {
  return referrals.flatMap((referral) => [
    ...(referral.referrerModerationStatus === 'PENDING' ? [{ referral, side: 'REFERRER' as const }] : []),
    ...(referral.referredModerationStatus === 'PENDING' ? [{ referral, side: 'REFERRED' as const }] : []),
  ])
}

/** "Ada’s reward", "both rewards", "the rewards of 3 referrals": what a decision is about. */
export function rewardsText(rewards: readonly WaitingReward[]): string {
  const [first, second] = rewards
  if (first === undefined) return 'nothing'
  if (second === undefined) return ownersReward(first.referral, first.side)
  const referrals = new Set(rewards.map((it) => it.referral.id)).size
  return referrals === 1 ? 'both rewards' : `the rewards of ${count(referrals, 'referral')}`
}

type WithAmount = Pick<QueuedReferral, 'amountAtStake'>

/** "about $23.40", "about $23.40, and 2 without an amount": the amount at stake of several referrals; null if it is unknown. */
export function amountText(referrals: readonly WithAmount[]): string | null {
  const known = referrals.flatMap((it) => it.amountAtStake ?? [])
  const [first] = known
  if (first === undefined) return null
  const sum = known.reduce((total, it) => total + it.amount, 0)
  const unknown = referrals.length - known.length
  const text = `about ${moneyText(sum, first.currency)}`
  return unknown === 0 ? text : `${text}, and ${unknown.toLocaleString()} without an amount`
}

const decided = { APPROVE: 'approved', DENY: 'denied', PEND: 'waiting again' } as const satisfies Record<
  Decision,
  string
>

/** "Ada’s reward is denied.", "Both rewards are approved.": the decision about these rewards. */
export function decidedText(rewards: readonly WaitingReward[], decision: Decision): string {
  const text = rewardsText(rewards)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${rewards.length === 1 ? 'is' : 'are'} ${decided[decision]}.`
}

/** The requests that decide about each reward in the same way, as many as the API takes at once. */
export function actionsOf(
  rewards: readonly WaitingReward[],
  decision: Decision,
): readonly (readonly ModerationAction[])[] {
  const actions = rewards.map(({ referral, side }) => ({
    referralId: referral.id,
    action: `${decision}_${side}` as const,
  }))
  const requests: (readonly ModerationAction[])[] = []
  for (let first = 0; first < actions.length; first += MAX_ACTIONS) {
    requests.push(actions.slice(first, first + MAX_ACTIONS))
  }
  return requests
}
