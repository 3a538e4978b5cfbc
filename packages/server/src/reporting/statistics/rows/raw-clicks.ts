import type { ShareMedium } from '@goodword/domain/hosts/share-link'
import type { UserKey } from '@goodword/domain/values/ids'
import { firstFrom } from '../../../engine/driver/by-key.ts'
import { isoTime, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

export type RawClick = {
  readonly user_id: UserKey
  readonly via: ShareMedium | null
  readonly visitor: string
  /** When it was stored, by the clock of the database. Whole milliseconds, rounded down. */
  readonly at: number
  /** When it happened, by the clock of the tenant. */
  readonly happened: number
}

const between = statement(
  'click.page_between',
  `
select c.user_id, c.via, c.visitor, floor(extract(epoch from c.clicked_at) * 1000)::int8 as at,
  floor(extract(epoch from c.clicked_at) * 1000)::int8 + c.ahead_ms as happened
from click c
where c.tenant_id = $1
  and c.clicked_at >= $2::timestamptz
  and c.clicked_at < $3::timestamptz
order by c.clicked_at, c.id
limit $4`,
)

/** The first clicks that were stored from a moment on and before another one. */
export function loadClicks(
  tx: TenantTx,
  from: number,
  before: number,
  limit: number | null,
): Promise<RawClick[]> {
  return tx.rows<RawClick>(between, [isoTime(from), isoTime(before), limit])
}

const committed = statement(
  'click.committed_until',
  "select app.clicks_committed_until('15 seconds') as until from program k where k.tenant_id = $1",
)

/** Returns up to when all clicks are committed, by the database's clock. */
export async function loadCommittedUntil(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ until: number }>(committed, [])
  if (row === undefined) throw new Error('the database did not return a time')
  return row.until
}

const seen = statement(
  'statistic_visitor.find',
  `
select v.visitor
from unnest($3::uuid[]) as asked(visitor)
cross join lateral (
  select k.day, k.visitor
  from statistic_visitor k
  where k.tenant_id = $1
    and ${firstFrom(['k.day', 'k.visitor'], ['$2', 'asked.visitor'])}
) as v
where v.visitor = asked.visitor`,
)

/** Finds those of the visitors that were counted on a day (UTC) before. */
export async function findSeenVisitors(
  tx: TenantTx,
  day: string,
  visitors: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.rows<{ visitor: string }>(seen, [day, visitors])
  return rows.map((it) => it.visitor)
}

const insert = rowInsert('statistic_visitor', {
  onConflict: 'on conflict (tenant_id, day, visitor) do nothing',
})

export function insertVisitors(tx: TenantTx, rows: readonly RowOf<'statistic_visitor'>[]): void {
  if (rows.length > 0) sendRows(tx, insert, rows)
}

const forget = statement(
  'statistic_visitor.forget',
  `
delete from statistic_visitor v
using (
  select k.ctid as place
  from statistic_visitor k
  where k.tenant_id = $1
    and k.day < $2
  order by k.day
  limit $3
) as old
where v.tenant_id = $1
  and v.ctid = old.place
returning v.visitor`,
)

/** Deletes so many visitors of days before one; returns how many there were. */
export async function deleteVisitors(tx: TenantTx, beforeDay: string, most: number): Promise<number> {
  return (await tx.rows(forget, [beforeDay, most])).length
}
