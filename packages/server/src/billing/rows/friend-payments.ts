import type { FriendPayment } from '@goodword/domain/bills/shared-payments'
import type { AccountId, AccountKey, UserKey } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import { byKey, joinByKey } from '../../engine/driver/by-key.ts'
import { columnList, isoTime, rowInsert, rowUpdate, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { type RewardRow, rewardColumns } from '../../tracking/rows/ledger/rewards.ts'

/** A payment of an account, with what was made of it for the account's referrer. */
export type FriendPaymentRow = Tables['friend_payment']

const columns = columnList('x', 'friend_payment')

const ofAccounts = statement(
  'friend_payment.of_accounts',
  `
select ${columns}
from unnest($2::uuid[]) as those(id)
${joinByKey('friend_payment x', 'account_id', 'those.id')}`,
)

/** Loads all payments of accounts. */
export function loadFriendPayments(
  tx: TenantTx,
  accounts: readonly AccountKey[],
): Promise<FriendPaymentRow[]> {
  return tx.rows<FriendPaymentRow>(ofAccounts, [accounts])
}

const ofReference = statement(
  'friend_payment.of_reference',
  `
select ${columns}
from friend_payment x
where x.tenant_id = $1
  and ${byKey('x.reference_hash', '$2')}`,
)

/** Finds a payment by the hash of its reference; null if there is none. */
export async function findFriendPayment(tx: TenantTx, hash: string): Promise<FriendPaymentRow | null> {
  const [row] = await tx.rows<FriendPaymentRow>(ofReference, [hash])
  return row ?? null
}

const facts = [
  ...(['is_reported', 'paid_at', 'currency', 'paid_minor', 'refunded_minor', 'is_reversed'] as const),
  ...(['period_months', 'period_days'] as const),
]

// A payment belongs to the account that it was first seen of.
const save = rowInsert('friend_payment', {
  onConflict: `on conflict (tenant_id, reference_hash) do update
set ${facts.map((name) => `${name} = excluded.${name}`).join(', ')}
where x.account_id = excluded.account_id`,
})

/** Stores payments as they were seen last; what was made of those that are known stays. */
export function saveFriendPayments(tx: TenantTx, rows: readonly FriendPaymentRow[]): void {
  if (rows.length > 0) sendRows(tx, save, rows)
}

const insert = rowInsert('friend_payment', { name: 'friend_payment.report' })

/** Stores a payment whose reference was free; the transaction begins anew where another one has taken it meanwhile. */
export function insertFriendPayment(tx: TenantTx, row: FriendPaymentRow): void {
  sendRows(tx, insert, [row])
}

const settle = rowUpdate('friend_payment', ['account_id', 'reference_hash', 'seen_at', ...facts])

/** Stores what was made of payments. */
export function saveSettled(tx: TenantTx, rows: readonly FriendPaymentRow[]): void {
  if (rows.length > 0) sendRows(tx, settle, rows)
}

/** The columns of a payment as it was first seen, and as it is seen again. */
export function factsOf({
  paidAt,
  paid,
  refundedMinor,
  isReversed,
  step,
}: FriendPayment): Pick<FriendPaymentRow, Exclude<(typeof facts)[number], 'is_reported'>> {
  return {
    paid_at: paidAt,
    currency: paid.currency,
    paid_minor: paid.minor,
    refunded_minor: refundedMinor,
    is_reversed: isReversed,
    period_months: step !== null && 'months' in step ? step.months : null,
    period_days: step !== null && 'days' in step ? step.days : null,
  }
}

/** A referral whose referrer has a share of the friend's payments, with the referrer's reward. */
export type SharedReferralRow = RewardRow & {
  readonly referral_id: NonNullable<RewardRow['referral_id']>
  readonly referred_account_id: AccountKey
  readonly moderation: Tables['referral']['referrer_moderation']
  readonly started_at: number
  readonly ended_at: number | null
  readonly is_by_hand: boolean
  readonly friend_paid_at: number | null
}

const ofReferrer = statement(
  'referral.shared_with',
  `
select ${rewardColumns}, r.referred_account_id, r.referrer_moderation as moderation, r.started_at, r.ended_at, r.is_by_hand,
  a.paid_at as friend_paid_at
from (
  select r.*
  from referral r
  where r.tenant_id = $1
    and ${byKey('r.referring_user_id', '$2::uuid')}
) as r
${joinByKey('reward w', 'referral_id', 'r.id', `w.source = 'FRIEND_SIGNUP' and w.type = 'PAYMENT_SHARE'`)}
${joinByKey('account a', 'id', 'r.referred_account_id')}`,
)

/** Loads the referrals of a user that give a share of payments. */
export function loadSharedReferrals(tx: TenantTx, user: UserKey): Promise<SharedReferralRow[]> {
  return tx.rows<SharedReferralRow>(ofReferrer, [user])
}

const accountOfUser = statement(
  'account.of_sharing_user',
  `
select a.id, a.external_id
from (
  select p.*
  from account_user p
  where p.tenant_id = $1
    and ${byKey('p.id', '$2::uuid')}
) as p
${joinByKey('account a', 'id', 'p.account_id')}`,
)

/** The account of a user; null for one who is not there. */
export async function findAccountOfUser(
  tx: TenantTx,
  user: UserKey,
): Promise<{ readonly id: AccountKey; readonly external_id: AccountId } | null> {
  const [row] = await tx.rows<{ id: AccountKey; external_id: AccountId }>(accountOfUser, [user])
  return row ?? null
}

const creditsOfUser = statement(
  'reward.shares_of_user',
  `
select w.id
from reward w
where w.tenant_id = $1
  and w.source = 'FRIEND_PAYMENT'
  and w.user_id = $3::uuid
  and ${byKey('w.account_id', '$2::uuid')}`,
)

/** Finds the credit that a user of an account got for payments of friends. */
export async function findShareCredits(
  tx: TenantTx,
  account: AccountKey,
  user: UserKey,
): Promise<readonly RewardRow['id'][]> {
  const rows = await tx.rows<Pick<RewardRow, 'id'>>(creditsOfUser, [account, user])
  return rows.map((it) => it.id)
}

/** What is to be taken back from the shares of a user, and how much of these is reserved for bills. */
export type ShareDebtRow = {
  readonly user: UserKey
  readonly currency: Currency
  readonly debt_minor: number
  readonly reserved_minor: number
}

const debtsOf = statement(
  'friend_payment.debts',
  `
select owed.*, (
  select coalesce(sum(w.reserved), 0)::int8
  from (
    select w.*
    from reward w
    where w.tenant_id = $1
      and w.source = 'FRIEND_PAYMENT'
      and w.reserved > 0
      and w.cancelled_at is null
      and ${byKey('w.account_id', '$2::uuid')}
  ) as w
  where w.user_id = owed."user"
    and w.unit = owed.currency
) as reserved_minor
from (
  select r.referring_user_id as "user", x.currency, sum(x.debt_minor)::int8 as debt_minor
  from (
    select x.*
    from friend_payment x
    where x.tenant_id = $1
      and x.given_minor > 0
      and x.debt_minor > 0
      and ${byKey('x.referrer_account_id', '$2::uuid')}
  ) as x
  ${joinByKey('referral r', 'id', 'x.referral_id')}
  group by r.referring_user_id, x.currency
) as owed`,
)

/** What is to be taken back from shares of the users of an account. */
export function loadShareDebts(tx: TenantTx, account: AccountKey): Promise<ShareDebtRow[]> {
  return tx.rows<ShareDebtRow>(debtsOf, [account])
}

/** An amount of an account's shares, in minor units. */
export type ShareSumRow = {
  readonly account: AccountId
  readonly currency: Currency
  readonly minor: number
}

const unpayable = statement(
  'friend_payment.unpayable_debts',
  `
select a.external_id as account, x.currency, sum(x.debt_minor)::int8 as minor
from (
  select x.*
  from friend_payment x
  where x.tenant_id = $1
    and x.debt_minor > 0
  order by x.referrer_account_id
  limit $2
) as x
${joinByKey('referral r', 'id', 'x.referral_id')}
${joinByKey('account a', 'id', 'x.referrer_account_id')}
where not exists (
    select
    from (
      select o.status, o.referrer_moderation
      from referral o
      where o.tenant_id = $1
        and ${byKey('o.referring_user_id', 'r.referring_user_id')}
    ) as o
    where o.status = 'CONVERTED'
      and o.referrer_moderation <> 'DENIED'
  )
group by a.external_id, x.currency`,
)

/** What is to be taken back from shares of people all of whose friends have left or are denied, so that no share pays it. */
export function loadUnpayableDebts(tx: TenantTx, most: number): Promise<ShareSumRow[]> {
  return tx.rows<ShareSumRow>(unpayable, [most])
}

const unbilled = statement(
  'reward.unbilled_shares',
  `
select a.external_id as account, w.unit as currency, sum(w.amount - w.redeemed)::int8 as minor
from (
  select w.*
  from reward w
  where w.tenant_id = $1
    and w.source = 'FRIEND_PAYMENT'
    and w.cancelled_at is null
    and w.redeemed < w.amount
  order by w.account_id
  limit $4
) as w
${joinByKey('account a', 'id', 'w.account_id')}
where w.given_at < $2::timestamptz
  and (w.expires_at is null or w.expires_at > $3::timestamptz)
  and not exists (
    select
    from (
      select s.is_live, s.currency
      from processor_subscription s
      where s.tenant_id = $1
        and ${byKey('s.account_id', 'w.account_id')}
    ) as s
    where s.is_live
      and s.currency = w.unit
  )
group by a.external_id, w.unit`,
)

/** Credit of shares that was given before a time, and that no live subscription has bills for, among so much that is not spent. */
export function loadUnbilledShares(tx: TimedTx, givenBefore: number, most: number): Promise<ShareSumRow[]> {
  return tx.rows<ShareSumRow>(unbilled, [isoTime(givenBefore), isoTime(tx.now), most])
}
