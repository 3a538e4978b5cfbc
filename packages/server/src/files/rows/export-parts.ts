import { deleteByCtid } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type ExportPartRow = Tables['export_part']

const insert = statement(
  'export_part.insert',
  `
insert into export_part (tenant_id, export_id, walk, starts_at_byte, byte_count, body)
values ($1, $2, $3, $4, $5, $6)`,
)

export function insertExportPart(tx: TenantTx, it: ExportPartRow): void {
  tx.write(insert, [it.export_id, it.walk, it.starts_at_byte, it.byte_count, it.body], 1)
}

const partAt = statement(
  'export_part.find',
  `
select x.export_id, x.walk, x.starts_at_byte, x.byte_count, x.body
from export_part x
where x.tenant_id = $1
  and x.export_id = $2
  and x.walk = $3
  and x.starts_at_byte <= $4
order by x.export_id desc, x.walk desc, x.starts_at_byte desc
limit 1`,
)

/** The part that a byte of a file is in; null if it is not there any more. */
export async function findExportPart(
  tx: TenantTx,
  exportId: string,
  walk: number,
  byte: number,
): Promise<ExportPartRow | null> {
  const [row] = await tx.rows<ExportPartRow>(partAt, [exportId, walk, byte])
  return row ?? null
}

const remove = statement(
  'export_part.delete',
  `${deleteByCtid(
    'export_part',
    `y.export_id = $2
    and y.walk < $3
  order by y.export_id, y.walk, y.starts_at_byte
  limit $4`,
  )}
returning x.walk`,
)

/** Deletes up to `limit` parts of walks before one; returns how many. */
export async function deleteExportParts(
  tx: TenantTx,
  exportId: string,
  beforeWalk: number,
  limit: number,
): Promise<number> {
  return (await tx.rows(remove, [exportId, beforeWalk, limit])).length
}
