import { Refusal } from '@goodword/contract/frame/refusal'
import type { ImportFormat, ImportKind, ImportMapping, ImportState } from '@goodword/domain/files/import'
import type { TenantId } from '@goodword/domain/values/ids'
import { isUuid } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { type ImportErrorRow, loadImportErrors } from '../rows/import-errors.ts'
import { type ImportFilter, type ImportRow, listImports, loadImport } from '../rows/imports.ts'

/** A file that is imported, and how far that is. */
export type ImportReading = {
  readonly id: string
  readonly kind: ImportKind
  readonly format: ImportFormat
  readonly fileName: string | null
  readonly mapping: ImportMapping | null
  readonly dateFormat: string | null
  readonly isDryRun: boolean
  readonly state: ImportState
  /** How much of the file is done, from 0 to 1. */
  readonly done: number
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** The columns with values that are not imported. */
  readonly ignoredColumns: readonly string[]
  readonly failure: string | null
  readonly createdAt: number
  readonly finishedAt: number | null
}

export function importReading(row: Omit<ImportRow, 'tenant_id'>): ImportReading {
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    fileName: row.file_name,
    mapping: row.mapping,
    dateFormat: row.date_format,
    isDryRun: row.is_dry_run,
    state: row.state,
    done: row.finished_at === null ? row.position_byte / row.byte_count : 1,
    rows: row.row_count,
    created: row.created_count,
    updated: row.updated_count,
    unchanged: row.unchanged_count,
    rejected: row.rejected_count,
    ignoredColumns: row.ignored_columns ?? [],
    failure: row.failure,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}

/** @throws Refusal IMPORT_NOT_FOUND */
export function readImport(ctx: Context, tenantId: TenantId, id: string): Promise<ImportReading> {
  return ctx.readTenant(tenantId, async (tx) => importReading(await requireImport(tx, id)))
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
): Promise<Page<ImportReading>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) =>
    mapPage(await listImports(tx, filter, tx.now, request), importReading),
  )
}

export type ImportErrorReading = Omit<ImportErrorRow, 'number'>

/** The errors of an import in the order of the file. Throws a Refusal IMPORT_NOT_FOUND, VALIDATION_FAILED for a wrong cursor. */
export async function readImportErrors(
  ctx: Context,
  tenantId: TenantId,
  id: string,
  { limit, cursor }: PageQuestion,
): Promise<Page<ImportErrorReading>> {
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
