import type { Reward } from '@goodword/client'
import { isOpenStatus } from '@goodword/domain/rewards/reward'
import { percentText } from '../../format/percent-text.ts'
import { amountText } from '../../format/reward-text.ts'

/** Whether there is anything left that could be taken. */
export function isCancellable({ statuses }: Pick<Reward, 'statuses'>): boolean {
  return statuses.some(isOpenStatus)
}

/** What cancelling the reward takes, and what stays; in sentences with amounts. */
export function cancelText(reward: Reward): string {
  switch (reward.type) {
    case 'PCT_DISCOUNT':
      return reward.statuses.includes('AVAILABLE')
        ? `The discount of ${percentText(reward.discountPercent)} ends now, so the next bill is made without it. Bills that are already made keep theirs.`
        : `The discount of ${percentText(reward.discountPercent)} will not be given.`
    case 'FEATURE':
      return `${reward.quantity} × ${reward.featureType} is taken back. Turn it off in your product, if it is on: a webhook reports the cancellation.`
    case 'CREDIT':
    case 'TIME_CREDIT': {
      const { redeemedCredit: redeemed = 0, reservedCredit: reserved = 0 } = reward
      const left = amountText(reward.type, reward.credit - redeemed, reward.unit)
      if (reserved > 0) {
        const onBill = amountText(reward.type, reserved, reward.unit)
        return `What is left, ${left}, is taken. ${onBill} of it lies on the next bill: it is taken off that bill first, and stays redeemed if the bill is made before.`
      }
      if (redeemed === 0) return `All of it, ${left}, is taken. Nothing of it was redeemed.`
      const stays = amountText(reward.type, redeemed, reward.unit)
      return `What is left, ${left}, is taken. The ${stays} that were redeemed stay redeemed.`
    }
  }
}

/** What has become of the reward so far, in one sentence. */
export function fateText(reward: Reward): string {
  const { statuses, dateScheduledFor, referralId } = reward
  if (statuses.includes('CANCELLED')) return 'It was cancelled and is no longer in effect.'
  if (statuses.includes('REDEEMED')) return 'All of it is redeemed.'
  if (statuses.includes('EXPIRED')) return 'It has expired. What was not redeemed by then is gone.'
  if (!statuses.includes('PENDING')) return 'It is in effect.'
  if (dateScheduledFor !== null) return 'It is scheduled and takes effect on its day.'
  return referralId === null
    ? 'It is not in effect yet.'
    : 'It waits: for the first payment of the friend, or for a decision in the review of the referral.'
}
