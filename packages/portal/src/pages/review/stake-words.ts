import type { ReferralReview } from '@goodword/client'
import { count, moneyText } from '../../format/number-text.ts'
import { rewardText } from '../../format/reward-text.ts'

type ReviewedSide = ReferralReview['sides'][number]

const verbs = { PENDING: 'would get', APPROVED: 'gets', DENIED: 'does not get' } as const

/** "would get 10% off for 12 months, about $23.40 on 12 bills": what a side has or would get, behind a name. */
export function stakeText({
  status,
  reward,
  worth,
}: Pick<ReviewedSide, 'status' | 'reward' | 'worth'>): string {
  if (reward === null) return 'gets nothing: the program has no reward for this side.'
  return `${verbs[status]} ${rewardText(reward)}${worthText(reward, worth)}.`
}

function worthText(reward: NonNullable<ReviewedSide['reward']>, worth: ReviewedSide['worth']): string {
  if (worth === null) return reward.type === 'PCT_DISCOUNT' ? '; the price is not known yet' : ''
  // A credit says its amount itself.
  if (reward.type !== 'PCT_DISCOUNT') return ''
  const amount = moneyText(worth.amount, worth.currency)
  return worth.bills === null
    ? `, about ${amount} on each bill`
    : `, about ${amount} on ${count(worth.bills, 'bill')}`
}

type History = Pick<
  ReferralReview['history'][number],
  'approved' | 'denied' | 'pending' | 'undecided' | 'complete'
>

/** "2 denied, 1 approved by hand, 3 without a decision": the decisions about an account in other referrals. */
export function historyText({ approved, denied, pending, undecided, complete }: History): string {
  const parts = [
    [denied, 'denied'],
    [approved, 'approved by hand'],
    [pending, 'waiting'],
    [undecided, 'without a decision'],
  ] as const
  const text = parts.flatMap(([number, words]) => (number === 0 ? [] : `${number.toLocaleString()} ${words}`))
  if (text.length === 0) return 'No other referral.'
  return `${complete ? 'Other referrals' : 'Newest other referrals'}: ${text.join(', ')}.`
}
