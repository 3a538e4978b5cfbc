import type { ReferralStatus } from '@goodword/domain/referrals/account'
import { QUEUED_PERCENT } from '@goodword/domain/rewards/reward'
import type { AccountKey, ReferralId, UserKey } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

const friends = statement(
  'referral.friends_of_user',
  `
select x.status, count(*) as friends,
  count(*) filter (
    where x.referrer_moderation = 'APPROVED' and x.converted_at is not null and not x.is_replaced
  ) as approved
from (
  select r.status, r.referrer_moderation, r.converted_at, r.is_replaced
  from referral r
  where r.tenant_id = $1
    and ${byKey('r.referring_user_id', '$2::uuid')}
) as x
group by x.status`,
)

export type FriendsRow = {
  readonly status: ReferralStatus
  readonly friends: number
  /** The number of friends who converted and whose referrer's side is approved. */
  readonly approved: number
}

/** Counts the friends of a person by status, from an index alone. */
export function countFriends(tx: TenantTx, user: UserKey): Promise<FriendsRow[]> {
  return tx.rows<FriendsRow>(friends, [user])
}

const clicks = statement(
  'statistic_referrer.clicks_of_user',
  `
select x.clicks, x.visitors
from statistic_generation g
cross join lateral (
  select s.clicks, s.visitors
  from statistic_referrer s
  where s.tenant_id = $1
    and s.generation = g.generation
    and s.user_id = $2
    and s.period = 'ALL'
    and s.start = ''
) as x
where g.tenant_id = $1
  and g.state = 'CURRENT'`,
)

export type ClicksRow = { readonly clicks: number; readonly visitors: number }

/** Finds the clicks of all time that statistics have counted for a person. */
export async function findClicks(tx: TenantTx, user: UserKey): Promise<ClicksRow | null> {
  const [row] = await tx.rows<ClicksRow>(clicks, [user])
  return row ?? null
}

// A bill of which the payment was voided has its whole charge as given back, without being mended.
const savedOnBills = statement(
  'processor_bill.saved_by_account',
  `
select x.currency as unit, sum(x.actual_minor + x.refunded_minor)::int8 as amount
from (
  select b.currency, b.actual_minor, b.refunded_minor, b.charged_minor, b.state, b.resolution
  from processor_bill b
  where b.tenant_id = $1
    and ${byKey('b.account_id', '$2::uuid')}
) as x
where x.resolution is distinct from 'VOIDED'
  and (x.state = 'MENDED' or x.charged_minor = 0 or x.refunded_minor < x.charged_minor)
group by x.currency`,
)

const redeemed = statement(
  'redemption.sums_of_account',
  `
select x.unit, sum(x.amount)::int8 as amount
from (
  select r.unit, r.amount
  from redemption r
  where r.tenant_id = $1
    and ${byKey('r.account_id', '$2::uuid')}
) as x
group by x.unit`,
)

const queued = statement(
  'reward.queue_of_account',
  `
select count(*)::int4 as waiting, min(x.turn_at) as next_at, coalesce(bool_or(x.bills_left is not null), false) as is_by_bill
from (
  select w.turn_at, w.bills_left, w.queue_position, w.given_at, w.cancelled_at
  from reward w
  where w.tenant_id = $1
    and w.unit = '${QUEUED_PERCENT}'
    and ${byKey('w.account_id', '$2::uuid')}
) as x
where x.cancelled_at is null
  and x.given_at <= $3::timestamptz
  and (x.turn_at is not null or x.queue_position > 0)`,
)

type QueueRow = { readonly waiting: number; readonly next_at: number | null; readonly is_by_bill: boolean }

/** The queued percentages of an account that have not begun; null for none. */
export async function findQueue(tx: TenantTx, account: AccountKey, now: number): Promise<QueueRow | null> {
  const [row] = await tx.rows<QueueRow>(queued, [account, isoTime(now)])
  return row === undefined || row.waiting === 0 ? null : row
}

/** An amount in the smallest piece of a unit: minor units of a currency. */
export type AmountRow = { readonly unit: string; readonly amount: number }

const shared = statement(
  'friend_payment.shared_with_user',
  `
select x.currency as unit, sum(x.given_minor - x.taken_minor - x.debt_minor - x.expired_minor)::int8 as amount,
  sum(x.debt_minor)::int8 as owed
from (
  select x.*
  from friend_payment x
  where x.tenant_id = $1
    and x.given_minor > 0
    and ${byKey('x.referrer_account_id', '$2::uuid')}
) as x
${joinByKey('referral r', 'id', 'x.referral_id')}
where x.denied_at is null
  and r.referring_user_id = $3::uuid
group by x.currency
order by x.currency`,
)

const sharedBy = statement(
  'friend_payment.shared_by_referrals',
  `
select r.id as referral, x.currency as unit, sum(x.given_minor - x.taken_minor - x.debt_minor - x.expired_minor)::int8 as amount
from unnest($2::uuid[]) as asked(id)
${joinByKey('referral r', 'id', 'asked.id')}
${joinByKey('friend_payment x', 'account_id', 'r.referred_account_id', 'x.given_minor > 0')}
where x.denied_at is null
  and x.referral_id = r.id
group by r.id, x.currency
order by r.id, x.currency`,
)

export type SharedByRow = AmountRow & { readonly referral: ReferralId }

/** Sums up the shares of the payments of single friends that stand, by currency. */
export function sumSharedBy(tx: TenantTx, referrals: readonly ReferralId[]): Promise<SharedByRow[]> {
  return tx.rows<SharedByRow>(sharedBy, [referrals])
}

export type SharedRow = AmountRow & { readonly owed: number }

/** Sums up the shares of payments of a person's friends that stand, and what is to be taken back from them, by currency. */
export function sumShared(tx: TenantTx, account: AccountKey, user: UserKey): Promise<SharedRow[]> {
  return tx.rows<SharedRow>(shared, [account, user])
}

/** Sums up the discounts on an account's bills, with their refunds, by currency. */
export function sumSavedOnBills(tx: TenantTx, account: AccountKey): Promise<AmountRow[]> {
  return tx.rows<AmountRow>(savedOnBills, [account])
}

/** Sums up the credit that requests redeemed, by unit. Credit on bills is not among it. */
export function sumRedeemed(tx: TenantTx, account: AccountKey): Promise<AmountRow[]> {
  return tx.rows<AmountRow>(redeemed, [account])
}
