import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, AccountKey, UserId, UserKey } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import { byKey, joinByKey, leftJoinByKey } from '../../engine/driver/by-key.ts'
import { columnList, isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { walkOf } from '../../engine/lists/list-walk.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import type { EventRow } from '../../outbound/events/rows/account-events.ts'
import { type RewardRow, rewardColumns } from '../../tracking/rows/ledger/rewards.ts'

/** The account columns in an export of users: the reason of a block, and the time since which attribution is closed. */
export type ExportedAccountRow = {
  readonly id: AccountKey
  readonly blocked_reason: string | null
  /** When the account paid without being referred; null where it did not, or was referred. */
  readonly closed_at: number | null
}

const accounts = statement(
  'account.of_exported_users',
  `
select a.id, a.blocked_reason, case when r.id is null then a.paid_at end as closed_at
from unnest($2::uuid[]) as those(id)
${joinByKey('account a', 'id', 'those.id')}
${leftJoinByKey('referral r', 'referred_account_id', 'a.id', 'not r.is_replaced')}`,
)

export function loadExportedAccounts(
  tx: TenantTx,
  keys: readonly AccountKey[],
): Promise<ExportedAccountRow[]> {
  return tx.rows(accounts, [keys])
}

const formerCodes = statement(
  'former_code.of_exported_users',
  `
select f.spelling, f.user_id
from unnest($2::uuid[]) as those(id)
${joinByKey('former_code f', 'user_id', 'those.id', 'f.is_exact')}`,
)

/** The codes of an earlier product that these people had, as they were written there. */
export function loadExportedFormerCodes(
  tx: TenantTx,
  users: readonly UserKey[],
): Promise<Pick<Tables['former_code'], 'spelling' | 'user_id'>[]> {
  return tx.rows(formerCodes, [users])
}

export type ExportedCodeRow = Pick<
  Tables['referral_code'],
  'code' | 'user_id' | 'disabled_at' | 'expires_at' | 'created_at'
>

const codes = statement(
  'referral_code.of_exported_users',
  `
select c.code, c.user_id, c.disabled_at, c.expires_at, c.created_at
from unnest($2::uuid[]) as those(id)
${joinByKey('referral_code c', 'user_id', 'those.id')}`,
)

/** Every code that these people were ever given. */
export function loadExportedCodes(tx: TenantTx, users: readonly UserKey[]): Promise<ExportedCodeRow[]> {
  return tx.rows(codes, [users])
}

/** A click with whose link it was. */
export type ExportedClickRow = Pick<Tables['click'], 'id' | 'via' | 'visitor'> & {
  /** The time by the tenant's clock. */
  happened_at: number
  /** When it was stored, with its microseconds: clicks are in this order. */
  exact_time: string
  account: AccountId | null
  user_external_id: UserId | null
  code: ReferralCode | null
}

/** The click that a walk goes on after. */
export type ClickPosition = { readonly time: string; readonly id: string }

/** Times of the tenant's clock, the first one inclusive. */
type ClickRange = { readonly from: string; readonly before: string }

// The first condition on the time tells the planner which months to read: it does not see it in a comparison of rows.
const walk = statement(
  'click.walk',
  `
select c.id, c.clicked_at + c.ahead_ms * interval '1 millisecond' as happened_at, c.via, c.visitor, c.clicked_at::text as exact_time,
  a.external_id as account, p.external_id as user_external_id, p.code
from (
  select x.*
  from click x
  where x.tenant_id = $1
    and x.clicked_at >= $2::timestamptz
    and x.clicked_at < $4::timestamptz
    and (x.clicked_at, x.id) > ($2::timestamptz, $3::uuid)
    and x.clicked_at + x.ahead_ms * interval '1 millisecond' >= $5::timestamptz
    and x.clicked_at + x.ahead_ms * interval '1 millisecond' < $4::timestamptz
  order by x.clicked_at, x.id
  limit $6
) as c
${leftJoinByKey('account_user p', 'id', 'c.user_id')}
${leftJoinByKey('account a', 'id', 'p.account_id')}
order by c.clicked_at, c.id`,
)

/** The next clicks of a range after one, oldest first. */
export function walkClicks(
  tx: TenantTx,
  after: ClickPosition,
  { from, before }: ClickRange,
  limit: number,
): Promise<ExportedClickRow[]> {
  return tx.rows(walk, [after.time, after.id, before, from, limit])
}

/**
 * The clicks from a time to a time of the tenant's clock, both inclusive; null is no limit. Where that clock is ahead by
 * `aheadMs` now, a click was stored by so much earlier at most, and never later.
 */
export function clicksBetween(
  from: number | null,
  to: number | null,
  aheadMs: number,
): { readonly start: ClickPosition; readonly range: ClickRange } {
  const stored = from === null ? '-infinity' : isoTime(Math.max(0, from - aheadMs))
  return {
    start: { time: stored, id: NIL },
    range: {
      from: from === null ? '-infinity' : isoTime(from),
      before: to === null ? 'infinity' : isoTime(to + 1),
    },
  }
}

/** A reward with its account and, if a referral gave it, the account that was referred. */
export type ExportedBalanceRow = RewardRow & {
  readonly account: AccountId
  readonly referred_account: AccountId | null
  /** What is to be taken back of a share of the friend's payments, by currency; null for none. */
  readonly debts: readonly { readonly currency: string; readonly minor: number }[] | null
}

/** All rewards, oldest first. */
export const walkBalances = walkOf<ExportedBalanceRow>({
  name: 'reward.balance',
  select: `${rewardColumns}, a.external_id as account, f.external_id as referred_account, owed.debts`,
  table: 'reward',
  alias: 'w',
  joins: `${joinByKey('account a', 'id', 'w.account_id')}
${leftJoinByKey('referral r', 'id', 'w.referral_id')}
${leftJoinByKey('account f', 'id', 'r.referred_account_id')}
left join lateral (
  select jsonb_agg(jsonb_build_object('currency', d.currency, 'minor', d.minor) order by d.currency) as debts
  from (
    select x.currency, sum(x.debt_minor)::int8 as minor
    from (
      select x.*
      from friend_payment x
      where x.tenant_id = $1
        and x.debt_minor > 0
        and ${byKey('x.account_id', 'r.referred_account_id')}
    ) as x
    where x.referral_id = r.id
    group by x.currency
  ) as d
) as owed on w.type = 'PAYMENT_SHARE'`,
})

/** An event with the merchant's IDs of its account and user. */
type ExportedEventRow = EventRow & { account: AccountId | null; user_external_id: UserId | null }

/** All events, oldest first. */
export const walkEvents = walkOf<ExportedEventRow>({
  name: 'event',
  select: `${columnList('e', 'event')}, a.external_id as account, p.external_id as user_external_id`,
  table: 'event',
  alias: 'e',
  joins: `${leftJoinByKey('account a', 'id', 'e.account_id')}
${leftJoinByKey('account_user p', 'id', 'e.user_id')}`,
})
