import type { CreditLot } from '@goodword/domain/rewards/credit-lots'
import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey } from '../../../engine/driver/by-key.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../../engine/driver/tenant-tx.ts'
import { type RewardRow, rewardColumns } from '../../../tracking/rows/ledger/rewards.ts'

/** The credits of an account and unit that can be spent at a moment. */
export type CreditSelection = {
  readonly account: AccountKey
  readonly unit: string
  readonly now: number
  /** They expire after this; now if absent. */
  readonly after?: number
}

/** SQL that is true of credits of a unit that were given and are neither cancelled nor spent. */
const unspentOf = (unit: string) => `w.tenant_id = $1
    and w.account_id = $2::uuid
    and w.unit = ${unit}
    and w.type in ('CREDIT', 'TIME_CREDIT')
    and w.cancelled_at is null
    and w.redeemed < w.amount
    and w.given_at <= $4::timestamptz`

const available = statement(
  'reward.available_credit',
  `
select coalesce(sum(w.amount - w.redeemed), 0)::int8 as available
from reward w
where ${unspentOf('$3')}
    and (w.expires_at is null or w.expires_at > $5::timestamptz)`,
)

/** Returns the sum of all selected credits. */
export async function sumCredits(
  tx: TenantTx,
  { account, unit, now, after = now }: CreditSelection,
): Promise<number> {
  const [row] = await tx.rows<{ available: number }>(available, [account, unit, isoTime(now), isoTime(after)])
  return row?.available ?? 0
}

/** SQL of a credit's expiry as the index has it: the credits that never expire come last. */
const expiry = `case when w.expires_at is null then 'infinity' else w.expires_at end`

const lots = statement(
  'reward.credit_lots',
  `
select x.unit, sum(x.rest)::int8 as minor, x.expires_at
from unnest($3::text[]) as asked(unit)
cross join lateral (
  select w.unit, w.amount - w.redeemed as rest, w.expires_at
  from reward w
  where ${unspentOf('asked.unit')}
    and ${expiry} > $4::timestamptz
  order by ${expiry}, w.created_at, w.id
  limit $5
) as x
group by x.unit, x.expires_at`,
)

/** The credit of an account by unit and expiry, of so many rewards of a unit at most, the soonest to expire first. */
export async function loadCreditLots(
  tx: TimedTx,
  account: AccountKey,
  units: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly CreditLot[]>> {
  if (units.length === 0) return new Map()
  const rows = await tx.rows<{ unit: string; minor: number; expires_at: number | null }>(lots, [
    account,
    units,
    isoTime(tx.now),
    limit,
  ])
  const lotOf = ({ minor, expires_at }: (typeof rows)[number]) => ({ minor, expiresAt: expires_at })
  return new Map([...Map.groupBy(rows, (it) => it.unit)].map(([unit, of]) => [unit, of.map(lotOf)]))
}

/** Credits are read in pages of so many, until an amount is reached. */
const PAGE = 100

// The index reward_unspent_credit has the credits in this order. A credit that was cancelled before its lock was granted
// is left out.
const locked = statement(
  'reward.lock_credits',
  `
select ${rewardColumns}
from unnest(array(
    with recursive page(ids, rests, total, counted, last_expires, last_created, last_id) as (
      select '{}'::uuid[], '{}'::int8[], 0::int8, 0::int8, $7::timestamptz, 'infinity'::timestamptz,
        'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
      union all
      select next.ids, next.rests, (page.total + next.total)::int8, page.counted + next.counted,
        next.last_expires, next.last_created, next.last_id
      from page
      cross join lateral (
        select array_agg(credit.id order by credit.expires, credit.created_at, credit.id) as ids,
          array_agg(credit.rest order by credit.expires, credit.created_at, credit.id) as rests,
          sum(credit.rest) as total, count(*) as counted,
          (array_agg(credit.expires order by credit.expires desc, credit.created_at desc, credit.id desc))[1] as last_expires,
          (array_agg(credit.created_at order by credit.expires desc, credit.created_at desc, credit.id desc))[1] as last_created,
          (array_agg(credit.id order by credit.expires desc, credit.created_at desc, credit.id desc))[1] as last_id
        from (
          select w.id, w.amount - w.redeemed as rest, ${expiry} as expires, w.created_at
          from reward w
          where ${unspentOf('$3')}
            and (${expiry}, w.created_at, w.id) > (page.last_expires, page.last_created, page.last_id)
          order by ${expiry}, w.created_at, w.id
          limit ${PAGE}
        ) as credit
      ) as next
      where page.total < $5::int8
        and page.counted < $6::int8
        and next.counted > 0
    )
    select summed.id
    from (
      select credit.id, sum(credit.rest) over (
          order by page.counted, credit.place rows between unbounded preceding and 1 preceding
        ) as before
      from page
      cross join lateral unnest(page.ids, page.rests) with ordinality as credit(id, rest, place)
      order by page.counted, credit.place
      limit $6::int8
    ) as summed
    where coalesce(summed.before, 0) < $5::int8
    order by summed.id
)) as wanted(id)
cross join lateral (
  select w.*
  from reward w
  where w.tenant_id = $1
    and w.cancelled_at is null
    and w.redeemed < w.amount
    and ${byKey('w.id', 'wanted.id')}
  for no key update
) as w`,
)

/**
 * Locks as many of them as an amount takes, the soonest to expire first and of those the oldest; `limit` at most. They
 * may come to less than the amount.
 */
export function lockCredits(
  tx: TenantTx,
  { account, unit, now, after = now }: CreditSelection,
  amount: number,
  limit: number,
): Promise<RewardRow[]> {
  return tx.rows(locked, [account, unit, isoTime(now), amount, limit, isoTime(after)])
}
