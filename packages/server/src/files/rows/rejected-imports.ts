import { byCtid, byKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { ImportId } from './imports.ts'

const erasedSince = statement(
  'erasure.since',
  `
select x.requested_at
from erasure x
where x.tenant_id = $1
  and x.requested_at >= $2::timestamptz
order by x.requested_at
limit 1`,
)

/** Whether a person was erased at a time of the tenant's clock or later. */
export async function wasErasedSince(tx: TenantTx, at: number): Promise<boolean> {
  return (await tx.rows(erasedSince, [isoTime(at)])).length > 0
}

const keptBefore = statement(
  'import.kept_rejected_before',
  `
select x.id
from import x
where x.tenant_id = $1
  and x.kept_rejected_bytes > 0
  and x.id >= '00000000-0000-0000-0000-000000000000'::uuid
  and x.upload_began_at <= $2::timestamptz
order by x.id
limit $3`,
)

/** Imports that keep rejected rows and whose file began to arrive until a time of the tenant's clock. */
export async function findKeptBefore(tx: TenantTx, until: number, limit: number): Promise<ImportId[]> {
  const rows = await tx.rows<{ id: ImportId }>(keptBefore, [isoTime(until), limit])
  return rows.map((it) => it.id)
}

const setNone = (column: string) => `
update import x
set ${column} = 0
where ${byCtid('import', byKey('y.id', '$2'))}`

const forgetRows = statement('import.forget_rejected_rows', setNone('kept_rejected_count'))
const forgetBytes = statement('import.forget_rejected_bytes', setNone('kept_rejected_bytes'))

/** Makes their files unreadable from now on. */
export function forgetRejectedRows(tx: TenantTx, ids: readonly ImportId[]): void {
  for (const id of ids) tx.write(forgetRows, [id])
}

/** Their parts are deleted. */
export function forgetRejectedBytes(tx: TenantTx, ids: readonly ImportId[]): void {
  for (const id of ids) tx.write(forgetBytes, [id])
}
