import type { Reward as RewardAnswer } from '@goodword/contract/rewards/reward'
import { isCredit, isInMonths, type Reward, spentOf, statusesOf } from '@goodword/domain/rewards/reward'
import type { RewardReading } from './reward-reading.ts'

export function rewardAnswer({ reward, owner }: RewardReading, now: number): RewardAnswer {
  return {
    ...specAnswer(reward),
    id: owner.id,
    rewardSource: reward.source,
    accountId: owner.accountId,
    userId: owner.userId,
    referralId: owner.referralId,
    ...(reward.milestone === null ? {} : { milestoneFriends: reward.milestone }),
    statuses: [...statusesOf(reward, now)],
    dateCreated: reward.createdAt,
    dateScheduledFor: reward.scheduledFor,
    // A held reward has its day already, but is not given before it.
    dateGiven: reward.givenAt !== null && reward.givenAt <= now ? reward.givenAt : null,
    dateExpires: reward.expiresAt,
    ...(isInMonths(reward.spec) && { billsLeft: reward.billsLeft }),
    dateCancelled: reward.cancelledAt,
    dateRedeemed: reward.redeemedAt,
  }
}

function specAnswer(reward: Reward) {
  const { spec, reserved } = reward
  if (!isCredit(spec)) return spec
  const redeemed = { ...spec, redeemedCredit: spentOf(reward) }
  return reserved === 0 ? redeemed : { ...redeemed, reservedCredit: reserved }
}
