import type { Reward } from '@goodword/client'
import { isOpenStatus } from '@goodword/domain/rewards/reward'

/** Whether there is anything left that could be taken. */
export function isCancellable({ statuses }: Pick<Reward, 'statuses'>): boolean {
  return statuses.some(isOpenStatus)
}

/** The state of the reward, in one sentence. */
export function fateText(reward: Reward): string {
  const { statuses, dateScheduledFor, referralId, queuePosition } = reward
  if (statuses.includes('CANCELLED')) return 'It was cancelled and is no longer in effect.'
  if (statuses.includes('REDEEMED')) return 'All of it is redeemed.'
  if (statuses.includes('EXPIRED')) return 'It has expired. What was not redeemed by then is gone.'
  if (!statuses.includes('PENDING')) {
    return queuePosition === undefined || queuePosition === null || queuePosition === 0
      ? 'It is in effect.'
      : 'It waits until the discounts before it are used up, or other discounts leave something of a bill.'
  }
  if (dateScheduledFor !== null) return 'It is scheduled and takes effect on its day.'
  return referralId === null
    ? 'It is not in effect yet.'
    : 'It waits: for the first payment of the friend, or for a decision in the review of the referral.'
}
