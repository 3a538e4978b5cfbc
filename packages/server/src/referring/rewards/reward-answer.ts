import type { Reward as RewardAnswer } from '@goodword/contract/rewards/reward'
import {
  isCredit,
  isInMonths,
  isQueued,
  type Reward,
  spentOf,
  statusesOf,
} from '@goodword/domain/rewards/reward'
import { rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import type { ListedRewardRow } from './rows/reward-list.ts'

export function rewardAnswer(row: ListedRewardRow, now: number): RewardAnswer {
  return ownedRewardAnswer(row.id, rewardOf(row), ownerOf(row), now)
}

type RewardOwner = Pick<RewardAnswer, 'accountId' | 'userId' | 'referralId'>

/** The merchant's IDs of the owner of a reward. */
export function ownerOf({
  account: accountId,
  user_external_id: userId,
  referral_id: referralId,
  paying_referral_id: payingReferral,
}: ListedRewardRow): RewardOwner {
  return { accountId, userId, referralId: referralId ?? payingReferral }
}

export function ownedRewardAnswer(id: string, reward: Reward, owner: RewardOwner, now: number): RewardAnswer {
  const statuses = statusesOf(reward, now)
  const isAvailable = statuses[0] === 'AVAILABLE'
  return {
    ...specAnswer(reward),
    id,
    rewardSource: reward.source,
    ...owner,
    ...(reward.milestone === null ? {} : { milestoneFriends: reward.milestone }),
    statuses: [...statuses],
    dateCreated: reward.createdAt,
    dateScheduledFor: reward.scheduledFor,
    // A held reward has its day already, but is not given before it.
    dateGiven: reward.givenAt !== null && reward.givenAt <= now ? reward.givenAt : null,
    dateExpires: reward.expiresAt,
    ...(isInMonths(reward.spec) && { billsLeft: reward.billsLeft }),
    ...(isQueued(reward.spec) && {
      queuePosition: isAvailable ? reward.queuePosition : null,
      dateBegins: isAvailable ? reward.turnAt : null,
    }),
    dateCancelled: reward.cancelledAt,
    dateRedeemed: reward.redeemedAt,
  }
}

function specAnswer(reward: Reward) {
  const { spec, reserved, takenBack } = reward
  if (!isCredit(spec)) return spec
  return {
    ...spec,
    redeemedCredit: spentOf(reward) - takenBack,
    ...(reserved !== 0 && { reservedCredit: reserved }),
    ...(takenBack !== 0 && { takenBackCredit: takenBack }),
  }
}
