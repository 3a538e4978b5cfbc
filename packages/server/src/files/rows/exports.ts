import { byCtid, byKey } from '../../engine/driver/by-key.ts'
import { columnList, isoTime, type RowOf, rowInsert, rowUpdate, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type FilterOf, list } from '../../engine/lists/list.ts'
import { addedInTime } from '../../engine/lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../../engine/lists/list-page.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { MAX_FILES } from './file-bytes.ts'

export type ExportRow = Tables['export']

const insert = rowInsert('export')
const update = rowUpdate('export', ['kind', 'format', 'created_from', 'created_to', 'created_at'])

export function insertExport(tx: TenantTx, row: RowOf<'export'>): void {
  sendRows(tx, insert, [row])
}

export function updateExport(tx: TenantTx, row: RowOf<'export'>): void {
  sendRows(tx, update, [row])
}

const find = statement(
  'export.find',
  `
select ${columnList('x', 'export')}
from export x
where x.tenant_id = $1
  and ${byKey('x.id', '$2::uuid')}`,
)

export async function findExport(tx: TenantTx, id: string): Promise<ExportRow | null> {
  const [row] = await tx.rows<ExportRow>(find, [id])
  return row ?? null
}

const lock = statement(
  'export.lock',
  `
select ${columnList('x', 'export')}
from export x
where x.tenant_id = $1
  and ${byKey('x.id', '$2::uuid')}
for no key update`,
)

/** Reads an export; others that change it wait until the transaction ends. */
export async function lockExport(tx: TenantTx, id: string): Promise<ExportRow | null> {
  const [row] = await tx.rows<ExportRow>(lock, [id])
  return row ?? null
}

const oldest = statement(
  'export.list_oldest',
  `
select ${columnList('x', 'export')}
from export x
where x.tenant_id = $1
order by x.id
limit $2`,
)

/** The exports that were requested first. */
export function listOldestExports(tx: TenantTx, limit: number): Promise<ExportRow[]> {
  return tx.rows(oldest, [limit])
}

const exportList = list({
  name: 'export.list',
  select: columnList('x', 'export'),
  table: 'export',
  alias: 'x',
  joins: '',
  filters: { dateCreated: addedInTime('x') },
  hasOldestFirst: true,
})

export type ExportFilter = FilterOf<typeof exportList>

export function listExports(
  tx: TenantTx,
  filter: ExportFilter,
  now: number,
  request: PageRequest,
): Promise<Page<ExportRow>> {
  return readPage(tx, exportList, filter, now, request)
}

const beginAnew = statement(
  'export.begin_anew',
  `
update export x
set walk = x.walk + 1,
  position = null,
  row_count = 0,
  byte_count = 0,
  state = case when x.expires_at is null then 'PENDING' else x.state end,
  expires_at = case when x.expires_at is null then null else least(x.expires_at, $2::timestamptz) end
from (
  select y.ctid as place
  from export y
  where y.tenant_id = $1
  order by y.id
  limit $3
  for no key update
) as every
where x.tenant_id = $1
  and x.ctid = every.place`,
)

/** Lets every complete file expire now, and every other one begin anew: nothing that is written counts any more. */
export function discardExportedFiles(tx: TenantTx, now: number): void {
  tx.write(beginAnew, [isoTime(now), MAX_FILES])
}

const remove = statement(
  'export.delete',
  `
delete from export x
where ${byCtid('export', byKey('y.id', '$2::uuid'))}`,
)

export function deleteExport(tx: TenantTx, id: string): void {
  tx.write(remove, [id])
}
