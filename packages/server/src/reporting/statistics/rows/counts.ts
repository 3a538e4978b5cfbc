import { type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** A sum, or an addition to one. */
export type CountRow = Omit<Tables['statistic_count'], 'generation'>

export type ReferrerCountRow = Omit<Tables['statistic_referrer'], 'generation'>

const addCount = rowInsert('statistic_count', {
  onConflict: `on conflict (tenant_id, generation, period, start, metric, key) do update
set amount = x.amount + excluded.amount`,
})

/** The generations of the tenant are locked. */
export function addCounts(tx: TenantTx, generation: number, rows: readonly CountRow[]): void {
  const added: RowOf<'statistic_count'>[] = rows.map((row) => ({ generation, ...row }))
  if (added.length > 0) sendRows(tx, addCount, added)
}

const figures = ['clicks', 'visitors', 'attributed', 'converted', 'ended'] as const

const addReferrerCount = rowInsert('statistic_referrer', {
  onConflict: `on conflict (tenant_id, generation, user_id, period, start) do update
set ${figures.map((name) => `${name} = x.${name} + excluded.${name}`).join(', ')}`,
})

export function addReferrerCounts(tx: TenantTx, generation: number, rows: readonly ReferrerCountRow[]): void {
  const added: RowOf<'statistic_referrer'>[] = rows.map((row) => ({ generation, ...row }))
  if (added.length > 0) sendRows(tx, addReferrerCount, added)
}

/** Days or months, both ends included. */
export type CountPiece = { readonly period: 'DAY' | 'MONTH'; readonly from: string; readonly to: string }

const bySeries = statement(
  'statistic_count.by_start',
  `
select c.start, c.metric, sum(c.amount)::int8 as amount
from statistic_count c
where c.tenant_id = $1
  and c.generation = $2
  and c.period = $3
  and c.start between $4 and $5
  and c.metric = any($6::text[])
group by c.start, c.metric`,
)

export type SeriesRow = Pick<CountRow, 'start' | 'metric' | 'amount'>

/** The sums of each day or month, whatever their keys. */
export function loadSeries(
  tx: TenantTx,
  generation: number,
  { period, from, to }: CountPiece,
  metrics: readonly string[],
): Promise<SeriesRow[]> {
  return tx.rows<SeriesRow>(bySeries, [generation, period, from, to, metrics])
}

const keyedSeries = statement(
  'statistic_count.by_start_and_key',
  `
select c.start, c.metric, c.key, c.amount
from statistic_count c
where c.tenant_id = $1
  and c.generation = $2
  and c.period = $3
  and c.start between $4 and $5
  and c.metric = any($6::text[])`,
)

export type KeyedSeriesRow = Pick<CountRow, 'start' | 'metric' | 'key' | 'amount'>

/** The sums of each day or month by their keys, for metrics with few keys. */
export function loadKeyedSeries(
  tx: TenantTx,
  generation: number,
  { period, from, to }: CountPiece,
  metrics: readonly string[],
): Promise<KeyedSeriesRow[]> {
  return tx.rows<KeyedSeriesRow>(keyedSeries, [generation, period, from, to, metrics])
}

const byKey = statement(
  'statistic_count.by_key',
  `
select c.metric, c.key, sum(c.amount)::int8 as amount
from statistic_count c
where c.tenant_id = $1
  and c.generation = $2
  and c.period = $3
  and c.start between $4 and $5
  and c.metric = any($6::text[])
group by c.metric, c.key`,
)

export type TotalRow = Pick<CountRow, 'metric' | 'key' | 'amount'>

/** The sums of all days or months, by key. */
export function loadTotals(
  tx: TenantTx,
  generation: number,
  { period, from, to }: CountPiece,
  metrics: readonly string[],
): Promise<TotalRow[]> {
  return tx.rows<TotalRow>(byKey, [generation, period, from, to, metrics])
}

const ofCohorts = statement(
  'statistic_count.of_cohorts',
  `
select c.start, c.key, c.amount
from statistic_count c
where c.tenant_id = $1
  and c.generation = $2
  and c.period = 'COHORT'
  and c.start between $3 and $4
order by c.start, c.key`,
)

export type CohortRow = Pick<CountRow, 'start' | 'key' | 'amount'>

export function loadCohorts(
  tx: TenantTx,
  generation: number,
  from: string,
  to: string,
): Promise<CohortRow[]> {
  return tx.rows<CohortRow>(ofCohorts, [generation, from, to])
}

const firstDay = statement(
  'statistic_count.first_day',
  `
select c.start
from statistic_count c
where c.tenant_id = $1
  and c.generation between $2 and $2
  and c.period between 'DAY' and 'DAY'
order by c.generation, c.period, c.start
limit 1`,
)

/** The first day that has a count; null while nothing is counted. */
export async function loadFirstDay(tx: TenantTx, generation: number): Promise<string | null> {
  const [row] = await tx.rows<{ start: string }>(firstDay, [generation])
  return row?.start ?? null
}

const dropCounts = statement(
  'statistic_count.delete',
  `
delete from statistic_count c
using (
  select d.ctid as place
  from statistic_count d
  where d.tenant_id = $1
    and d.generation between $2 and $2
  order by d.generation
  limit $3
) as old
where c.tenant_id = $1
  and c.ctid = old.place
returning c.generation`,
)
const dropReferrers = statement(
  'statistic_referrer.delete',
  `
delete from statistic_referrer c
using (
  select d.ctid as place
  from statistic_referrer d
  where d.tenant_id = $1
    and d.generation between $2 and $2
  order by d.generation
  limit $3
) as old
where c.tenant_id = $1
  and c.ctid = old.place
returning c.generation`,
)

/** Deletes so many rows of each kind of a generation; returns how many there were. */
export async function deleteCounts(tx: TenantTx, generation: number, most: number): Promise<number> {
  const [counts, referrers] = await Promise.all([
    tx.rows(dropCounts, [generation, most]),
    tx.rows(dropReferrers, [generation, most]),
  ])
  return counts.length + referrers.length
}
