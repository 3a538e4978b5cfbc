import { firstFrom } from '../../engine/driver/by-key.ts'
import { rowInsert, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import type { ImportId } from './imports.ts'

type ImportErrorRow = Pick<Tables['import_error'], 'number' | 'line' | 'field' | 'error_code' | 'message'>

const insert = rowInsert('import_error')

export function insertImportErrors(
  tx: TenantTx,
  importId: ImportId,
  errors: readonly ImportErrorRow[],
): void {
  if (errors.length === 0) return
  sendRows(
    tx,
    insert,
    errors.map((it) => ({ ...it, import_id: importId })),
  )
}

/** An error with its code by the name that answers have. */
export type FoundErrorRow = Omit<ImportErrorRow, 'error_code'> & {
  readonly code: ImportErrorRow['error_code']
}

const page = statement(
  'import_error.page',
  `
select e.number, e.line, e.field, e.error_code as code, e.message
from (
  select x.import_id, x.number, x.line, x.field, x.error_code, x.message
  from import_error x
  where x.tenant_id = $1
    and ${firstFrom(['x.import_id', 'x.number'], ['$2::uuid', '$3::int4']).replace('limit 1', 'limit $4')}
) as e
where e.import_id = $2
order by e.number`,
)

/** Errors in the order of the file, from a number on. */
export function loadImportErrors(
  tx: TenantTx,
  importId: ImportId,
  from: number,
  most: number,
): Promise<FoundErrorRow[]> {
  return tx.rows(page, [importId, from, most])
}
