import type { Reward } from '@goodword/domain/rewards/reward'
import type { AccountId, ReferralId, RewardId, UserId } from '@goodword/domain/values/ids'
import { rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import type { ListedRewardRow } from './rows/reward-list.ts'

/** A reward with whose it is, in the merchant's ids. */
export type RewardReading = { readonly reward: Reward; readonly owner: RewardOwner }

export type RewardOwner = {
  readonly id: RewardId
  readonly accountId: AccountId
  readonly userId: UserId | null
  readonly referralId: ReferralId | null
}

export function rewardReading(row: ListedRewardRow): RewardReading {
  const owner = {
    id: row.id,
    accountId: row.account,
    userId: row.user_external_id,
    referralId: row.referral_id,
  }
  return { reward: rewardOf(row), owner }
}
