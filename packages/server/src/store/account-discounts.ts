import type { AccountId, AccountKey } from '@goodword/domain/ids'
import type { Currency } from '@goodword/domain/money'
import type { ReferralCode } from '@goodword/domain/referral-code'
import type { RewardSource, RewardType } from '@goodword/domain/reward'
import { isoTime } from './rows.ts'
import { statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'

/** An account as its next bill sees it: how it was referred, and what its ledger comes to. */
export type DiscountAccountRow = {
  id: AccountKey
  external_id: AccountId
  currency: Currency | null
  paid_at: number | null
  code: ReferralCode | null
  referrer_first_name: string | null
  referrer_last_name: string | null
}

export type BalanceRow = {
  external_id: AccountId
  reward_source: RewardSource
  reward_type: RewardType
  unit: string
  amount: number
  /** How many entries were summed up for it; what was closed before is not among them. */
  entries: number
}

const accounts = statement(
  'account.discount',
  `
select x.id, x.external_id, x.currency, x.paid_at, r.code, p.first_name as referrer_first_name,
  p.last_name as referrer_last_name
from account x
left join referral r on r.tenant_id = $1 and r.referred_account_id = x.id
left join participant p on p.tenant_id = $1 and p.id = r.referring_participant_id
where x.tenant_id = $1
  and x.external_id = any($2::text[])`,
)

/** The accounts that exist. */
export function loadDiscountAccounts(tx: TenantTx, ids: readonly AccountId[]): Promise<DiscountAccountRow[]> {
  return tx.rows(accounts, [ids])
}

/** The ledger of accounts up to a moment (SQL): what was closed, and the entries since. */
const ledgerUntil = (moment: string) => `
  select x.id, x.external_id, c.reward_source, c.reward_type, c.unit, c.amount, 0 as entries
  from account x
  cross join lateral (
    select b.reward_source, b.reward_type, b.unit, b.amount
    from closing_balance b
    where b.tenant_id = $1
      and b.account_id = x.id
    offset 0
  ) as c
  where x.tenant_id = $1
    and x.external_id = any($2::text[])
  union all
  select x.id, x.external_id, e.reward_source, e.reward_type, e.unit, sum(e.amount)::int8 as amount, count(*) as entries
  from account x
  cross join lateral (
    select coalesce(max(c.until), '-infinity') as until
    from closing_balance c
    where c.tenant_id = $1
      and c.account_id = x.id
  ) as closing
  join entry e on e.tenant_id = $1 and e.account_id = x.id
  where x.tenant_id = $1
    and x.external_id = any($2::text[])
    and e.effective_at <= ${moment}
    and e.effective_at > closing.until
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

/** What the ledgers of these accounts come to at a moment, by source, type and unit. */
export function loadBalances(tx: TenantTx, ids: readonly AccountId[], now: number): Promise<BalanceRow[]> {
  return tx.rows(balances, [ids, isoTime(now)])
}

/** However far ahead a process's clock runs: what lies ahead of the database's clock stays open. */
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
 * behind it). It must lie so far back that nobody still enters anything before it: `insertEntries` enters nothing before a
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
