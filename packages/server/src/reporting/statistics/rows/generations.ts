import { columnList, isoTime, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** All counts of a tenant in the days of one time zone. A null place means that everything before it is counted. */
export type Generation = Tables['statistic_generation']

const columns = columnList('g', 'statistic_generation')

const all = statement(
  'statistic_generation.load',
  `
select ${columns}
from statistic_generation g
where g.tenant_id = $1
order by g.generation`,
)
const locked = statement(
  'statistic_generation.lock',
  `
select g.generation
from statistic_generation g
where g.tenant_id = $1
order by g.generation
for update`,
)

/** The generations of the tenant, oldest first: few. */
export function loadGenerations(tx: TenantTx): Promise<Generation[]> {
  return tx.rows<Generation>(all, [])
}

/**
 * Locks the generations for a transaction that counts: only one does at a time. They are read after the lock, so that
 * one that was inserted meanwhile is among them.
 */
export async function lockGenerations(tx: TenantTx): Promise<Generation[]> {
  const [, generations] = await Promise.all([tx.rows(locked, []), loadGenerations(tx)])
  return generations
}

const insert = rowInsert('statistic_generation', {
  onConflict: 'on conflict (tenant_id, generation) do nothing',
})

export function insertGeneration(tx: TenantTx, row: Generation): void {
  sendRows(tx, insert, [row])
}

const save = statement(
  'statistic_generation.save',
  `
update statistic_generation g
set state = $3,
  is_complete = $4,
  events_until = $5,
  entries_until = $6,
  payments_until = $7,
  flags_until = $8,
  clicks_until = $9,
  buckets_until = $10
where g.tenant_id = $1
  and g.generation = $2`,
)

export function saveGeneration(tx: TenantTx, row: Generation): void {
  const places = [row.events_until, row.entries_until, row.payments_until, row.flags_until]
  const clicks = [isoTime(row.clicks_until), isoTime(row.buckets_until)]
  tx.write(save, [row.generation, row.state, row.is_complete, ...places, ...clicks], 1)
}

const remove = statement(
  'statistic_generation.delete',
  `
delete from statistic_generation g
where g.tenant_id = $1
  and g.generation = $2`,
)

export function deleteGeneration(tx: TenantTx, generation: number): void {
  tx.write(remove, [generation], 1)
}
