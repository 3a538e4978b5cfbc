import type { ImportState } from '@goodword/domain/files/import'
import { byCtid, byKey } from '../../engine/driver/by-key.ts'
import { columnList, isoTime, type RowOf, rowInsert, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type FilterOf, list } from '../../engine/lists/list.ts'
import { addedInTime } from '../../engine/lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../../engine/lists/list-page.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type ImportRow = Omit<Tables['import'], 'column_names' | 'ignored_columns'> & {
  readonly column_names: readonly string[]
  readonly ignored_columns: readonly string[] | null
}
export type ImportId = ImportRow['id']

const columns = columnList('x', 'import')

const insert = rowInsert('import')

export function insertImport(tx: TenantTx, row: RowOf<'import'>): void {
  sendRows(tx, insert, [row])
}

const byId = (lock: string) => `
select ${columns}
from import x
where x.tenant_id = $1
  and ${byKey('x.id', '$2::uuid')}${lock}`

const load = statement('import.load', byId(''))
const lock = statement('import.lock', byId('\nfor no key update'))

/** Null when there is no such import. */
export async function loadImport(tx: TenantTx, id: string): Promise<ImportRow | null> {
  const [row] = await tx.rows<ImportRow>(load, [id])
  return row ?? null
}

/** Keeps an import as it is until the end of the transaction; null when there is none. */
export async function lockImport(tx: TenantTx, id: ImportId): Promise<ImportRow | null> {
  const [row] = await tx.rows<ImportRow>(lock, [id])
  return row ?? null
}

const unfinished = statement(
  'import.unfinished',
  `
select x.id
from import x
where x.tenant_id = $1
  and x.finished_at is null
  and x.id >= '00000000-0000-0000-0000-000000000000'::uuid
order by x.id
limit $2`,
)

/** The oldest imports that are not finished. */
export async function findUnfinishedImports(tx: TenantTx, most: number): Promise<readonly ImportId[]> {
  const rows = await tx.rows<{ id: ImportId }>(unfinished, [most])
  return rows.map((row) => row.id)
}

const ofRequest = statement(
  'import.of_request',
  `
select ${columns}
from import x
where x.tenant_id = $1
  and x.finished_at is null
  and ${byKey('x.request_hash', '$2')}`,
)

/** The unfinished import of the same file; null when there is none. */
export async function findImportOfRequest(tx: TenantTx, requestHash: string): Promise<ImportRow | null> {
  const [row] = await tx.rows<ImportRow>(ofRequest, [requestHash])
  return row ?? null
}

const oldestFinished = statement(
  'import.oldest_finished',
  `
select x.id, x.finished_at
from import x
where x.tenant_id = $1
  and x.finished_at is not null
  and x.finished_at >= '-infinity'
order by x.finished_at
limit 1`,
)

export async function findOldestFinishedImport(
  tx: TenantTx,
): Promise<{ readonly id: ImportId; readonly finished_at: number } | null> {
  const [row] = await tx.rows<{ id: ImportId; finished_at: number }>(oldestFinished, [])
  return row ?? null
}

const advance = statement(
  'import.advance',
  `
update import x
set state = $3,
  position_byte = $4,
  position_line = $5,
  column_names = $6,
  row_count = $7,
  created_count = $8,
  updated_count = $9,
  unchanged_count = $10,
  rejected_count = $11,
  error_count = $12,
  failure = $13,
  finished_at = $14,
  ignored_columns = $15,
  kept_rejected_count = $16,
  kept_rejected_bytes = $17
where ${byCtid('import', byKey('y.id', '$2'))}`,
)

/** The columns of an import that change while it runs. */
export type ImportProgress = Pick<
  ImportRow,
  | 'position_byte'
  | 'position_line'
  | 'column_names'
  | 'ignored_columns'
  | 'row_count'
  | 'created_count'
  | 'updated_count'
  | 'unchanged_count'
  | 'rejected_count'
  | 'error_count'
  | 'failure'
  | 'finished_at'
  | 'kept_rejected_count'
  | 'kept_rejected_bytes'
> & { readonly state: ImportState }

export function advanceImport(tx: TenantTx, id: ImportId, to: ImportProgress): void {
  const values = [
    to.state,
    to.position_byte,
    to.position_line,
    JSON.stringify(to.column_names),
    to.row_count,
    to.created_count,
    to.updated_count,
    to.unchanged_count,
    to.rejected_count,
    to.error_count,
    to.failure,
    isoTime(to.finished_at),
    JSON.stringify(to.ignored_columns ?? []),
    to.kept_rejected_count,
    to.kept_rejected_bytes,
  ]
  tx.write(advance, [id, ...values], 1)
}

const remove = statement(
  'import.delete',
  `
delete from import x
where ${byCtid('import', byKey('y.id', '$2'))}`,
)

export function deleteImport(tx: TenantTx, id: ImportId): void {
  tx.write(remove, [id])
}

const importList = list({
  name: 'import.list',
  select: columns,
  table: 'import',
  alias: 'x',
  joins: '',
  filters: { dateCreated: addedInTime('x') },
  hasOldestFirst: true,
})

export type ImportFilter = FilterOf<typeof importList>

export function listImports(
  tx: TenantTx,
  filter: ImportFilter,
  now: number,
  request: PageRequest,
): Promise<Page<ImportRow>> {
  return readPage(tx, importList, filter, now, request)
}
