import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

/** Far more exports, or files that are being received, than a tenant has. */
export const MAX_FILES = 1000
/** Imports are kept for a month, and those with rejected rows are a part of them. */
const MAX_IMPORTS = 10_000

const sumOf = (table: string, column = 'byte_count', condition = '') => `
select coalesce(sum(y.bytes), 0)::float8 as bytes
from (
  select x.${column} as bytes
  from ${table} x
  where x.tenant_id = $1${condition}
  order by x.id
  limit $2
) as y`

const ofExports = statement('export.sum_bytes', sumOf('export'))
const ofUploads = statement('import_upload.sum_bytes', sumOf('import_upload'))
const ofRejectedRows = statement(
  'import.sum_rejected_bytes',
  sumOf('import', 'kept_rejected_bytes', ' and x.kept_rejected_bytes > 0'),
)

/**
 * The bytes of the files of a tenant: those that are received or imported, the exported ones as far as they are written, and
 * the rejected rows that are kept.
 */
export async function sumFileBytes(tx: TenantTx): Promise<number> {
  const sums = await Promise.all([
    tx.rows<{ bytes: number }>(ofUploads, [MAX_FILES]),
    tx.rows<{ bytes: number }>(ofExports, [MAX_FILES]),
    tx.rows<{ bytes: number }>(ofRejectedRows, [MAX_IMPORTS]),
  ])
  return sums.flat().reduce((sum, it) => sum + it.bytes, 0)
}
