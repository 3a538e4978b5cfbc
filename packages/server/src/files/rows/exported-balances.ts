import type { AccountId } from '@goodword/domain/values/ids'
import { joinByKey, leftJoinByKey } from '../../engine/driver/by-key.ts'
import { walkOf } from '../../engine/lists/list-walk.ts'
import { type RewardRow, rewardColumns } from '../../tracking/rows/ledger/rewards.ts'

/** A reward with its account and, if a referral gave it, the account that was referred. */
export type ExportedBalanceRow = RewardRow & {
  readonly account: AccountId
  readonly referred_account: AccountId | null
}

/** All rewards, oldest first. */
export const walkBalances = walkOf<ExportedBalanceRow>({
  name: 'reward.balance',
  select: `${rewardColumns}, a.external_id as account, f.external_id as referred_account`,
  table: 'reward',
  alias: 'w',
  joins: `${joinByKey('account a', 'id', 'w.account_id')}
${leftJoinByKey('referral r', 'id', 'w.referral_id')}
${leftJoinByKey('account f', 'id', 'r.referred_account_id')}`,
})
