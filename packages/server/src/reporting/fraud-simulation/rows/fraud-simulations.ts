import { byKey } from '../../../engine/driver/by-key.ts'
import {
  columnList,
  isoTime,
  type RowOf,
  rowInsert,
  rowUpdate,
  sendRows,
} from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

export type SimulationRow = Tables['fraud_simulation']

// The same question may be asked twice at once.
const insert = rowInsert('fraud_simulation', { onConflict: 'on conflict do nothing' })
const update = rowUpdate('fraud_simulation', ['asked', 'until', 'created_at', 'expires_at'])

export function insertSimulation(tx: TenantTx, row: SimulationRow): void {
  sendRows(tx, insert, [toRow(row)])
}

export function updateSimulation(tx: TenantTx, row: SimulationRow): void {
  sendRows(tx, update, [toRow(row)])
}

function toRow(row: SimulationRow): RowOf<'fraud_simulation'> {
  return { ...row, asked: JSON.stringify(row.asked), sums: JSON.stringify(row.sums) }
}

const find = statement(
  'fraud_simulation.find',
  `
select ${columnList('s', 'fraud_simulation')}
from fraud_simulation s
where s.tenant_id = $1
  and ${byKey('s.id', '$2::uuid')}`,
)

export async function findSimulation(tx: TenantTx, id: string): Promise<SimulationRow | null> {
  const [row] = await tx.rows<SimulationRow>(find, [id])
  return row ?? null
}

const removeOld = statement(
  'fraud_simulation.delete_old',
  `
delete from fraud_simulation s
where s.tenant_id = $1
  and s.ctid = any(array(
    select x.ctid
    from (
      select y.ctid, y.expires_at, row_number() over (order by y.id desc) as place
      from fraud_simulation y
      where y.tenant_id = $1
    ) as x
    where x.expires_at <= $2::timestamptz
      or x.place > $3
  ))`,
)

/** Deletes the simulations that have expired, and all but the newest `most`. */
export function deleteOldSimulations(tx: TenantTx, now: number, most: number): void {
  tx.write(removeOld, [isoTime(now), most])
}
