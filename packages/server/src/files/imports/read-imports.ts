import type { Import } from '@goodword/contract/files/import'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import { isUuid } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { type FoundErrorRow, loadImportErrors } from '../rows/import-errors.ts'
import { type ImportFilter, type ImportRow, listImports, loadImport } from '../rows/imports.ts'

export function importAnswer(row: Omit<ImportRow, 'tenant_id'>): Import {
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    fileName: row.file_name,
    mapping: row.mapping,
    dateFormat: row.date_format,
    dryRun: row.is_dry_run,
    state: row.state,
    rows: row.row_count,
    created: row.created_count,
    updated: row.updated_count,
    unchanged: row.unchanged_count,
    rejected: row.rejected_count,
    ignoredColumns: row.ignored_columns ?? [],
    failure: row.failure,
    dateCreated: row.created_at,
    dateFinished: row.finished_at,
  }
}

/** An import, and how much of the file is done, from 0 to 1. @throws Refusal IMPORT_NOT_FOUND */
export function readImport(
  ctx: Context,
  tenantId: TenantId,
  id: string,
): Promise<Import & { readonly done: number }> {
  return ctx.readTenant(tenantId, async (tx) => {
    const row = await requireImport(tx, id)
    const done = row.finished_at === null ? row.position_byte / row.byte_count : 1
    return { ...importAnswer(row), done }
  })
}

/** @throws Refusal IMPORT_NOT_FOUND */
export async function requireImport(tx: Transaction, id: string): Promise<ImportRow> {
  const row = isUuid(id) ? await loadImport(tx, id) : null
  if (row !== null) return row
  throw new Refusal('IMPORT_NOT_FOUND', 'No import of the last 30 days has this ID.', 'importId')
}

export function readImportPage(
  ctx: Context,
  tenantId: TenantId,
  filter: ImportFilter,
  page: PageQuestion,
): Promise<Page<Import>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) =>
    mapPage(await listImports(tx, filter, tx.now, request), importAnswer),
  )
}

/** The errors of an import in the order of the file. @throws Refusal IMPORT_NOT_FOUND, VALIDATION_FAILED for a wrong cursor */
export async function readImportErrors(
  ctx: Context,
  tenantId: TenantId,
  id: string,
  { limit, cursor }: PageQuestion,
): Promise<Page<FoundErrorRow>> {
  const from = cursor === null ? 1 : numberOfCursor(cursor)
  return ctx.readTenant(tenantId, async (tx) => {
    const row = await requireImport(tx, id)
    const found = await loadImportErrors(tx, row.id, from, limit + 1)
    const next = found[limit]
    return {
      rows: found.slice(0, limit),
      total: row.error_count,
      nextCursor: next === undefined ? null : cursorOf(next.number),
    }
  })
}

/** Opaque, like those of other lists. */
function cursorOf(number: number): string {
  return Buffer.from(`error ${number}`).toString('base64url')
}

function numberOfCursor(cursor: string): number {
  const [, digits] = /^error ([1-9]\d{0,8})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (digits !== undefined) return Number(digits)
  throw new Refusal(
    'VALIDATION_FAILED',
    'cursor must be the unchanged nextCursor of an earlier response.',
    'cursor',
  )
}
