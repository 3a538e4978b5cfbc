import { KEPT_IMPORT_ERRORS } from '@goodword/contract/files/import'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import { DatabaseUnavailable, isRetryable } from '../../engine/driver/database-error.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { insertImportErrors } from '../rows/import-errors.ts'
import { advanceImport, type ImportId, type ImportRow, lockImport } from '../rows/imports.ts'
import type { ImportBatch } from './import-batches.ts'
import { importColumnsOf } from './import-columns.ts'
import { type ImportedRows, importRows, type RowOutcome } from './import-rows.ts'
import type { FileRecord } from './reading/file-records.ts'
import { headerCells, separatorNamed } from './reading/file-rows.ts'
import { isFault, type RowFault } from './reading/row-result.ts'
import { headerOf } from './recognition/header.ts'
import { keepRejected } from './rejected-file/keep-rejected.ts'

/** Another run has gone on with the import: this one must stop. */
class ImportMoved extends Error {
  override readonly name = 'ImportMoved'
}

/**
 * Imports the rows of a batch and moves the position of the import behind them, in one transaction: so each row is
 * imported once, whatever ends the process. A batch that the database does not take is halved until one row is left, which
 * is rejected, unless the database is unavailable. Answers why the rest of the file cannot be read, if it cannot.
 */
export async function storeBatch(
  ctx: Context,
  tenantId: TenantId,
  id: ImportId,
  batch: ImportBatch,
): Promise<string | null> {
  const { from, records } = batch
  try {
    return await ctx.writeTenant(tenantId, (tx) =>
      storeIn(tx, id, batch, (row) => importRows(ctx, tx, row, records)),
    )
  } catch (error) {
    if (error instanceof ImportMoved) throw error
    const middle = Math.ceil(records.length / 2)
    const last = records[middle - 1]
    if (records.length > 1 && last !== undefined) {
      const failure = await storeBatch(ctx, tenantId, id, { from, records: records.slice(0, middle) })
      return failure ?? storeBatch(ctx, tenantId, id, { from: last.next, records: records.slice(middle) })
    }
    if (error instanceof DatabaseUnavailable || isRetryable(error)) throw error
    return ctx.writeTenant(tenantId, (tx) =>
      storeIn(tx, id, batch, async () => ({ outcomes: records.map(rejected), ignored: [] })),
    )
  }
}

async function storeIn(
  tx: Transaction,
  id: ImportId,
  { from, records }: ImportBatch,
  importAll: (row: ImportRow) => Promise<ImportedRows>,
): Promise<string | null> {
  const row = await lockImport(tx, id)
  if (row === null || row.position_byte !== from.byte || row.finished_at !== null) {
    throw new ImportMoved('another run has gone on with the import')
  }
  const [first] = records
  const header =
    row.format === 'csv' && row.column_names.length === 0 && first !== undefined ? headerIn(row, first) : null
  if (header !== null && 'failure' in header) return header.failure
  const { outcomes, ignored } = header === null ? await importAll(row) : nothing
  const end = records.at(-1)?.next ?? from
  const results = outcomes.map((it) => it.result)
  const kept = await keepRejected(tx, row, header === null ? records : [], results)
  insertImportErrors(tx, id, errorsOf(outcomes, row.error_count))
  advanceImport(tx, id, {
    ...row,
    ...countedIn(row, outcomes),
    ...kept,
    state: 'RUNNING',
    position_byte: end.byte,
    position_line: end.line,
    column_names: header?.names ?? row.column_names,
    ignored_columns: withIgnored(row.ignored_columns ?? [], ignored),
  })
  return null
}

const nothing: ImportedRows = { outcomes: [], ignored: [] }

/** Names beyond these say nothing new about a file. */
const MAX_IGNORED = 100
const MAX_NAME = 100

function withIgnored(known: readonly string[], found: readonly string[]): readonly string[] {
  const names = found.map((it) => it.slice(0, MAX_NAME).toWellFormed().replaceAll('\0', ''))
  return [...new Set([...known, ...names])].slice(0, MAX_IGNORED)
}

/** The header was checked when the file was received; this release may know other columns. */
function headerIn(
  { kind, mapping, separator }: ImportRow,
  record: FileRecord,
): { readonly names: readonly string[] } | { readonly failure: string } {
  const names = headerCells(record, separatorNamed(separator))
  if ('code' in names) return { failure: names.message }
  try {
    headerOf(names, kind, importColumnsOf(kind, mapping))
    return { names }
  } catch (error) {
    if (error instanceof Refusal) return { failure: error.message }
    throw error
  }
}

function countedIn(row: ImportRow, outcomes: readonly RowOutcome[]) {
  const count = (result: 'created' | 'updated' | 'unchanged') =>
    outcomes.filter((it) => it.result === result).length
  const rejectedRows = outcomes.filter((it) => isFault(it.result)).length
  return {
    row_count: row.row_count + outcomes.length,
    created_count: row.created_count + count('created'),
    updated_count: row.updated_count + count('updated'),
    unchanged_count: row.unchanged_count + count('unchanged'),
    rejected_count: row.rejected_count + rejectedRows,
    error_count: Math.min(row.error_count + rejectedRows, KEPT_IMPORT_ERRORS),
  }
}

function errorsOf(outcomes: readonly RowOutcome[], kept: number) {
  return outcomes
    .flatMap(({ line, result }) => (isFault(result) ? [errorOf(line, result)] : []))
    .slice(0, KEPT_IMPORT_ERRORS - kept)
    .map((it, index) => ({ number: kept + index + 1, ...it }))
}

function errorOf(line: number, { code, field, message }: RowFault) {
  return { line, field, error_code: code, message }
}

/** Only a defect of ours keeps a checked row from being stored; the others must not wait for it. */
function rejected({ line }: FileRecord): RowOutcome {
  const message =
    'The row could not be stored, because of a defect of the service. Report it to the operator.'
  return { line, result: { code: 'INTERNAL_ERROR', field: null, message } }
}
