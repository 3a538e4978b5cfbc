import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, AccountKey } from '@goodword/domain/values/ids'
import { byKey, joinByKey, leftJoinByKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** The data of an account for its next bill: its referral, and its balances. */
export type DiscountAccountRow = Pick<
  Tables['account'],
  'id' | 'external_id' | 'currency' | 'paid_at' | 'blocked_at'
> & {
  code: ReferralCode | null
  started_at: number | null
  converted_at: number | null
  ended_at: number | null
  referrer_first_name: string | null
  referrer_last_name: string | null
  referrer_is_confirmed: boolean
}

export type BalanceRow = Pick<Tables['entry'], 'reward_source' | 'reward_type' | 'unit' | 'amount'> & {
  external_id: AccountId
  /** How many entries were summed up for it; entries before the closing are not among them. */
  entries: number
}

const accounts = statement(
  'account.discount',
  `
select x.id, x.external_id, x.currency, x.paid_at, x.blocked_at, r.code, r.started_at, r.converted_at, r.ended_at,
  p.first_name as referrer_first_name, p.last_name as referrer_last_name,
  p.confirmed is not false as referrer_is_confirmed
from unnest($2::text[]) as requested(external_id)
${joinByKey('account x', 'external_id', 'requested.external_id')}
${leftJoinByKey('referral r', 'referred_account_id', 'x.id', 'not r.is_replaced')}
${leftJoinByKey('account_user p', 'id', 'r.referring_user_id')}`,
)

/** The accounts that exist. */
export function loadDiscountAccounts(tx: TenantTx, ids: readonly AccountId[]): Promise<DiscountAccountRow[]> {
  return tx.rows(accounts, [ids])
}

const requestedAccounts = `unnest($2::text[]) as requested(external_id)
  ${joinByKey('account x', 'external_id', 'requested.external_id')}`

/**
 * The ledger of accounts up to a moment (SQL): the closing balances, and the entries since. Rows are compared, so that the
 * index of the account's entries bounds the moments as well.
 */
const ledgerUntil = (moment: string) => `
  select x.id, x.external_id, c.reward_source, c.reward_type, c.unit, c.amount, 0 as entries
  from ${requestedAccounts}
  ${joinByKey('closing_balance c', 'account_id', 'x.id')}
  union all
  select x.id, x.external_id, e.reward_source, e.reward_type, e.unit, sum(e.amount)::int8 as amount, count(*) as entries
  from ${requestedAccounts}
  cross join lateral (
    select coalesce(max(c.until), '-infinity') as until
    from (
      select c.until
      from closing_balance c
      where c.tenant_id = $1
        and ${byKey('c.account_id', 'x.id')}
    ) as c
  ) as closing
  cross join lateral (
    select e.reward_source, e.reward_type, e.unit, e.amount
    from entry e
    where e.tenant_id = $1
      and (e.account_id, e.effective_at) > (x.id, closing.until)
      and (e.account_id, e.effective_at) <= (x.id, ${moment})
    order by e.account_id, e.effective_at
  ) as e
  group by x.id, x.external_id, e.reward_source, e.reward_type, e.unit`

const balances = statement(
  'entry.balances',
  `
select l.external_id, l.reward_source, l.reward_type, l.unit, sum(l.amount)::int8 as amount,
  sum(l.entries)::int8 as entries
from (${ledgerUntil('$3::timestamptz')}
) as l
group by l.external_id, l.reward_source, l.reward_type, l.unit
order by l.unit`,
)

/** Loads the balances of these accounts at a moment, by source, type and unit. */
export function loadBalances(tx: TimedTx, ids: readonly AccountId[]): Promise<BalanceRow[]> {
  return tx.rows(balances, [ids, isoTime(tx.now)])
}

/** How many entries ahead of an account are read at most. */
const MAX_AHEAD = 100

const nextGrant = statement(
  'entry.next_grant',
  `
select coalesce(
    min(x.effective_at) filter (where x.kind = 'GRANT'),
    max(x.effective_at) filter (where x.rank = ${MAX_AHEAD})
  ) as at
from (
  select e.effective_at, e.kind, row_number() over () as rank
  from entry e
  where e.tenant_id = $1
    and (e.account_id, e.effective_at) > ($2::uuid, $3::timestamptz)
    and (e.account_id, e.effective_at) <= ($2::uuid, 'infinity')
  order by e.account_id, e.effective_at
  limit ${MAX_AHEAD}
) as x`,
)

/**
 * Returns when the next reward of an account that is held or scheduled is given, or a moment before that until which the read
 * entries reach; null when there is none.
 */
export async function findNextGrant(tx: TimedTx, account: AccountKey): Promise<number | null> {
  const [row] = await tx.rows<{ at: number | null }>(nextGrant, [account, isoTime(tx.now)])
  return row?.at ?? null
}

/** Entries after the database's time stay open, however far ahead a process's clock is. */
const closedUntil = "least($3::timestamptz, now() + $4::int8 * interval '1 millisecond')"

const close = statement(
  'closing_balance.close',
  `
insert into closing_balance (tenant_id, account_id, reward_source, reward_type, unit, amount, until)
select k.tenant_id, l.id, l.reward_source, l.reward_type, l.unit, sum(l.amount)::int8,
  ${closedUntil}
from program k
cross join (${ledgerUntil(closedUntil)}
) as l
where k.tenant_id = $1
group by k.tenant_id, l.id, l.reward_source, l.reward_type, l.unit
order by l.id, l.reward_source, l.reward_type, l.unit
on conflict (tenant_id, account_id, reward_source, reward_type, unit) do update
set amount = excluded.amount, until = excluded.until
where closing_balance.until < excluded.until`,
)

/**
 * Closes the ledgers of accounts at a moment, and at most so many milliseconds ahead of the database's clock (negative:
 * behind it). It must be so long ago that no process still enters anything before it: `insertEntries` enters nothing before a
 * closing that it can see.
 */
export function closeBalances(
  tx: TenantTx,
  ids: readonly AccountId[],
  until: number,
  aheadAtMostMs: number,
): void {
  tx.write(close, [ids, isoTime(until), aheadAtMostMs])
}
