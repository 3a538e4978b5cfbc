import { byCtid, byKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { ImportId } from './imports.ts'

/** A file that is being received; its id becomes that of the import. */
export type UploadRow = { readonly id: ImportId; readonly began_at: number }

export type NewUpload = {
  readonly id: ImportId
  /** The time by the machine's clock. */
  readonly beganAt: number
  /** How many bytes the file has, or can have. */
  readonly byteCount: number
}

const insert = statement(
  'import_upload.insert',
  `
insert into import_upload (tenant_id, id, began_at, byte_count)
values ($1, $2, $3, $4)`,
)

export function insertUpload(tx: TenantTx, { id, beganAt, byteCount }: NewUpload): void {
  tx.write(insert, [id, isoTime(beganAt), byteCount], 1)
}

const oldest = statement(
  'import_upload.oldest',
  `
select x.id, x.began_at
from import_upload x
where x.tenant_id = $1
  and x.id >= '00000000-0000-0000-0000-000000000000'::uuid
order by x.id
limit $2`,
)

export function findOldestUploads(tx: TenantTx, most: number): Promise<UploadRow[]> {
  return tx.rows(oldest, [most])
}

const remove = statement(
  'import_upload.delete',
  `
delete from import_upload x
where ${byCtid('import_upload', byKey('y.id', '$2'))}`,
)

export function deleteUpload(tx: TenantTx, id: ImportId): void {
  tx.write(remove, [id])
}
