import { type RewardStatus, rewardStatuses, rewardTypes } from '@goodword/domain/rewards/reward'
import type { AccountId, AccountKey, ReferralId, RewardId, UserId } from '@goodword/domain/values/ids'
import { joinByKey, leftJoinByKey, selectByIds } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type Condition, type Filter, type FilterOf, list } from '../../../engine/lists/list.ts'
import { addedInTime, inTime, ofAccount, oneOf } from '../../../engine/lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../../../engine/lists/list-page.ts'
import { walkOf } from '../../../engine/lists/list-walk.ts'
import { type RewardRow, rewardColumns } from '../../../tracking/rows/ledger/rewards.ts'

/** A reward with the merchant's IDs of its owner, and of a share of a payment with the friend's referral. */
export type ListedRewardRow = RewardRow & {
  account: AccountId
  user_external_id: UserId | null
  paying_referral_id: ReferralId | null
}

const isCancelled = '(w.cancelled_at is not null and w.cancelled_at <= ?::timestamptz)'
const isRedeemed = '(w.redeemed > w.reserved and w.redeemed - w.reserved = w.amount)'
const isExpired = '(w.expires_at is not null and w.expires_at <= ?::timestamptz)'
const isWaiting = '(w.given_at is null or w.given_at > ?::timestamptz)'

/** The domain's `statusesOf` as conditions; a test holds the two together. */
function statusCondition(status: RewardStatus, now: number): Condition {
  const sql = {
    CANCELLED: isCancelled,
    REDEEMED: `not ${isCancelled} and ${isRedeemed}`,
    EXPIRED: `not ${isCancelled} and not ${isRedeemed} and ${isExpired}`,
    PENDING: `not ${isCancelled} and not ${isRedeemed} and not ${isExpired} and ${isWaiting}`,
    AVAILABLE: `not ${isCancelled} and not ${isRedeemed} and not ${isExpired} and not ${isWaiting}`,
  }[status]
  const times = sql.split('?').length - 1
  return { sql, values: Array.from({ length: times }, () => isoTime(now)) }
}

const ofStatus: Filter<RewardStatus> = {
  conditions: (status, now) => [statusCondition(status, now)],
  samples: { beside: rewardStatuses },
}

/**
 * Joins the payment `f` of a friend that a reward is a share of. Its key is computed beside the condition: a function in it would
 * keep PostgreSQL 15 from the index under row-level security.
 */
export function joinSharedPayment(reward: string): string {
  return `cross join unnest(array[split_part(${reward}.payment_key, '#', 1)::uuid]) as shared(payment)
${leftJoinByKey('friend_payment f', 'id', 'shared.payment')}`
}

export const rewardList = list({
  name: 'reward.list',
  select: `${rewardColumns}, a.external_id as account, p.external_id as user_external_id, f.referral_id as paying_referral_id`,
  table: 'reward',
  alias: 'w',
  joins: `${joinByKey('account a', 'id', 'w.account_id')}
${leftJoinByKey('account_user p', 'id', 'w.user_id')}
${joinSharedPayment('w')}`,
  filters: {
    accountId: ofAccount({ column: 'w.account_id', isById: true }),
    type: oneOf(rewardTypes, 'w.type'),
    status: ofStatus,
    dateExpires: inTime('w.expires_at'),
    dateCreated: addedInTime('w'),
  },
  hasOldestFirst: true,
  sorts: { dateExpires: { column: 'w.expires_at', name: 'expires_at' } },
})

export type RewardFilter = FilterOf<typeof rewardList>

export function listRewards(
  tx: TenantTx,
  filter: RewardFilter,
  now: number,
  request: PageRequest,
): Promise<Page<ListedRewardRow>> {
  return readPage(tx, rewardList, filter, now, request)
}

/** All rewards, oldest first. */
export const walkRewards = walkOf<ListedRewardRow>(rewardList)

const ofReferrals = statement(
  'reward.of_referrals',
  `
select ${rewardList.select}
from unnest($2::uuid[]) as requested(referral_id)
${joinByKey('reward w', 'referral_id', 'requested.referral_id')}
${rewardList.joins}`,
)

/** The rewards of these referrals, both sides. */
export function loadRewardsOfReferrals(
  tx: TenantTx,
  referrals: readonly ReferralId[],
): Promise<ListedRewardRow[]> {
  return tx.rows(ofReferrals, [referrals])
}

const byIds = statement('reward.by_ids', selectByIds('reward w', rewardList.select, rewardList.joins))

/** The rewards that exist of these, in any order. */
export async function loadRewards(tx: TenantTx, ids: readonly RewardId[]): Promise<ListedRewardRow[]> {
  return ids.length === 0 ? [] : tx.rows(byIds, [ids])
}

const friends = statement(
  'reward.friends',
  `
select w.id, r.referred_account_id as friend
from unnest($2::uuid[]) as requested(id)
${joinByKey('reward w', 'id', 'requested.id')}
${joinSharedPayment('w')}
${joinByKey('referral r', 'id', 'coalesce(w.referral_id, f.referral_id)')}
where r.referring_account_id = $3::uuid`,
)

/** The friend whose referral earned each of these rewards of a referrer's account. Other rewards are left out. */
export async function loadFriendsOfRewards(
  tx: TenantTx,
  account: AccountKey,
  ids: readonly RewardId[],
): Promise<ReadonlyMap<RewardId, AccountKey>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<{ id: RewardId; friend: AccountKey }>(friends, [ids, account])
  return new Map(rows.map((row) => [row.id, row.friend]))
}
