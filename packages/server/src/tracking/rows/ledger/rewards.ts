import {
  amountOf,
  monthsOf,
  type Reward,
  type RewardSpec,
  specOf,
  unitOf,
} from '@goodword/domain/rewards/reward'
import type { AccountKey, ReferralId, RewardId, UserKey } from '@goodword/domain/values/ids'
import { byKey } from '../../../engine/driver/by-key.ts'
import { columnList, type RowOf, rowInsert, rowUpdate, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

export type RewardRow = Tables['reward']

/** A reward with its owner. */
export type OwnedReward = {
  readonly id: RewardId
  readonly account: AccountKey
  readonly user: UserKey | null
  readonly referral: ReferralId | null
  /** The request that gave it by hand, so that it gives it once. */
  readonly requestKey?: string
  readonly reward: Reward
}

/** The columns of a reward, of a table that the statement calls `w`. */
export const rewardColumns = columnList('w', 'reward')

/** The rewards of both sides of the referrals of those accounts; `columns` are SQL. */
const selectOfReferrals = (columns: string): string => `select ${columns}
from unnest($2::uuid[]) as those(id)
cross join lateral (
  select r.id
  from referral r
  where r.tenant_id = $1
    and not r.is_replaced
    and ${byKey('r.referred_account_id', 'those.id')}
) as r
cross join lateral (
  select ${columns}
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.referral_id', 'r.id')}
) as w`

const ofReferrals = statement(
  'reward.of_referred_accounts',
  `
select ${rewardColumns}
from unnest(array(
  ${selectOfReferrals('w.id')}
  order by w.id
)) as wanted(id)
cross join lateral (
  select ${rewardColumns}
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.id', 'wanted.id')}
  for no key update
) as w`,
)

/** Locks the rewards, of both sides, of the referrals of these referred accounts. */
export function lockReferralRewards(tx: TenantTx, referred: readonly AccountKey[]): Promise<RewardRow[]> {
  return tx.rows(ofReferrals, [referred])
}

const byIds = statement(
  'reward.lock_by_ids',
  `
select ${rewardColumns}
from unnest(array(
  select requested.id
  from unnest($2::uuid[]) as requested(id)
  order by requested.id
)) as wanted(id)
cross join lateral (
  select ${rewardColumns}
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.id', 'wanted.id')}
  for no key update
) as w`,
)

/** Locks rewards in the order of their ids. */
export function lockRewards(tx: TenantTx, ids: readonly RewardId[]): Promise<RewardRow[]> {
  return tx.rows(byIds, [ids])
}

const insert = rowInsert('reward')
const update = rowUpdate('reward', [
  'account_id',
  'referral_id',
  'source',
  'type',
  'unit',
  'amount',
  'months',
  'credit_months',
  'credit_per_month',
  'created_at',
  'scheduled_for',
  'request_key',
  'milestone',
  'payment_key',
])

export function insertRewards(tx: TenantTx, rewards: readonly OwnedReward[]): void {
  sendRows(tx, insert, rewards.map(toRow))
}

export function updateRewards(tx: TenantTx, rewards: readonly OwnedReward[]): void {
  sendRows(tx, update, rewards.map(toRow))
}

/** Stores what became of rewards that were read. */
export function changeRewards(
  tx: TenantTx,
  changes: readonly { readonly row: RewardRow; readonly reward: Reward }[],
): void {
  const owned = changes.map(({ row, reward }) => ({
    ...{ id: row.id, account: row.account_id, user: row.user_id, referral: row.referral_id },
    reward,
  }))
  updateRewards(tx, owned)
}

/** The terms of a reward that is stored. */
export function specOfRow(
  row: Pick<RewardRow, 'type' | 'unit' | 'amount' | 'months' | 'credit_months' | 'credit_per_month'>,
): RewardSpec {
  return specOf({ ...row, creditMonths: row.credit_months, creditPerMonth: row.credit_per_month })
}

export function rewardOf(row: RewardRow): Reward {
  return {
    source: row.source,
    spec: specOfRow(row),
    createdAt: row.created_at,
    scheduledFor: row.scheduled_for,
    givenAt: row.given_at,
    expiresAt: row.expires_at,
    billsAfter: row.bills_after,
    monthsLeft: row.months_left,
    billsLeft: row.bills_left,
    queuePosition: row.queue_position,
    turnAt: row.turn_at,
    cancelledAt: row.cancelled_at,
    cancellations: row.cancellations,
    redeemed: row.redeemed,
    reserved: row.reserved,
    takenBack: row.taken_back,
    redeemedAt: row.redeemed_at,
    milestone: row.milestone,
    milestoneLostAt: row.milestone_lost_at,
    paymentKey: row.payment_key,
  }
}

function toRow({ id, account, user, referral, requestKey, reward }: OwnedReward): RowOf<'reward'> {
  const share = reward.spec.type === 'PAYMENT_SHARE' ? reward.spec : null
  return {
    id,
    account_id: account,
    user_id: user,
    referral_id: referral,
    source: reward.source,
    type: reward.spec.type,
    unit: unitOf(reward.spec),
    amount: amountOf(reward.spec),
    months: monthsOf(reward.spec) ?? null,
    credit_months: share?.monthsCreditIsValid ?? null,
    credit_per_month: share?.maxCreditPerMonth ?? null,
    redeemed: reward.redeemed,
    reserved: reward.reserved,
    taken_back: reward.takenBack,
    redeemed_at: reward.redeemedAt,
    milestone: reward.milestone,
    milestone_lost_at: reward.milestoneLostAt,
    payment_key: reward.paymentKey,
    request_key: requestKey ?? null,
    created_at: reward.createdAt,
    scheduled_for: reward.scheduledFor,
    given_at: reward.givenAt,
    expires_at: reward.expiresAt,
    bills_after: reward.billsAfter,
    months_left: reward.monthsLeft,
    bills_left: reward.billsLeft,
    queue_position: reward.queuePosition,
    turn_at: reward.turnAt,
    cancelled_at: reward.cancelledAt,
    cancellations: reward.cancellations,
  }
}

const ofReferralsNow = statement(
  'reward.find_of_referred_accounts',
  `
${selectOfReferrals(rewardColumns)}`,
)

/** Finds the rewards of referred accounts, for reading alone. */
export function findReferralRewards(tx: TenantTx, referred: readonly AccountKey[]): Promise<RewardRow[]> {
  return tx.rows(ofReferralsNow, [referred])
}
