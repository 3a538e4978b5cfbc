import { parseDateFormat } from '@goodword/domain/files/import-date'
import type { Context, Transaction } from '../../frame/context.ts'
import type { ImportRow } from '../rows/imports.ts'
import { type ClaimedRow, claimRows } from './dry-run-claims.ts'
import { claimsOfBalance, importBalances, readBalanceRow } from './import-balances.ts'
import { ignoredColumns, importColumnsOf } from './import-columns.ts'
import { claimsOfReferral, importReferrals, readReferralRow } from './import-referrals.ts'
import { claimsOfUser, importUsers, readUserRow } from './import-users.ts'
import type { FileRecord } from './reading/file-records.ts'
import { csvRows, type FileRow, jsonRows, separatorNamed } from './reading/file-rows.ts'
import { type DateFormat, RowFields } from './reading/row-fields.ts'
import { isFault, type RowFault, type RowResult, readRow } from './reading/row-result.ts'
import { headerOf } from './recognition/header.ts'

/** What became of the row that begins on a line. */
export type RowOutcome = { readonly line: number; readonly result: RowResult }

/** What became of rows, and the columns with values that are not imported. */
export type ImportedRows = { readonly outcomes: readonly RowOutcome[]; readonly ignored: readonly string[] }

/** Imports rows of a file in the transaction, or only checks them in a dry run; returns what became of each. */
export async function importRows(
  ctx: Context,
  tx: Transaction,
  row: ImportRow,
  records: readonly FileRecord[],
): Promise<ImportedRows> {
  const { kind, mapping, is_dry_run: isDryRun } = row
  const columns = importColumnsOf(kind, mapping)
  const rows = sourceRows(row, records)
  const dateFormat = dateFormatOf(row.date_format)
  const fieldsOf = ({ source }: FileRow) =>
    isFault(source) ? source : { read: () => new RowFields(columns, source, dateFormat) }
  const work = importers(ctx, tx, row)[kind]
  const results = await work(rows.map(fieldsOf), isDryRun)
  const valued = new Set(rows.flatMap(({ source }) => (isFault(source) ? [] : source.names())))
  return {
    outcomes: rows.map(({ line }, index) => ({ line, result: results[index] ?? 'unchanged' })),
    ignored: ignoredColumns([...valued], kind, columns),
  }
}

/** The rows of an import before their values are checked. */
export function sourceRows(row: ImportRow, records: readonly FileRecord[]): readonly FileRow[] {
  const { kind, mapping, format, column_names: names, separator } = row
  if (format === 'ndjson') return jsonRows(records)
  const header = headerOf(names, kind, importColumnsOf(kind, mapping))
  return csvRows(records, header, names.length, separatorNamed(separator))
}

/** A stored format was checked when the file was received. */
function dateFormatOf(name: string | null): DateFormat | null {
  const parsed = name === null ? null : parseDateFormat(name)
  return name === null || parsed === null ? null : { name, parsed }
}

type Readable = { readonly read: () => RowFields }
type Importer = (rows: readonly (Readable | RowFault)[], isDryRun: boolean) => Promise<readonly RowResult[]>

function importers(
  ctx: Context,
  tx: Transaction,
  { id }: ImportRow,
): Readonly<Record<ImportRow['kind'], Importer>> {
  const { now } = tx
  const of = <Row extends object>(kind: KindOfRow<Row>): Importer => importer(tx, id, kind)
  return {
    users: of({
      read: (fields) => readUserRow(fields, now),
      store: (rows, isDryRun) => importUsers(ctx, tx, rows, isDryRun),
      claims: claimsOfUser,
    }),
    referrals: of({
      read: (fields) => readReferralRow(fields, now),
      store: (rows, isDryRun) => importReferrals(tx, rows, isDryRun),
      claims: claimsOfReferral,
    }),
    balances: of({
      read: (fields) => readBalanceRow(fields, now),
      store: (rows, isDryRun) => importBalances(tx, rows, isDryRun),
      claims: claimsOfBalance,
    }),
  }
}

type KindOfRow<Row> = {
  readonly read: (fields: RowFields) => Row
  readonly store: (rows: readonly Row[], isDryRun: boolean) => Promise<readonly RowResult[]>
  readonly claims: (row: Row) => ClaimedRow
}

/** Faulty rows are left out, and keep their place among the results. */
function importer<Row extends object>(
  tx: Transaction,
  id: ImportRow['id'],
  { read, store, claims }: KindOfRow<Row>,
): Importer {
  return async (sources, isDryRun) => {
    const rows = sources.map((it) => (isFault(it) ? it : readRow(it.read, read)))
    const sound = rows.filter((it): it is Row => !isFault(it))
    const stored = sound.length === 0 ? [] : await store(sound, isDryRun)
    const results = isDryRun ? await claimRows(tx, id, sound.map(claims), stored) : stored
    let next = 0
    return rows.map((it) => {
      if (isFault(it)) return it
      next += 1
      return results[next - 1] ?? 'unchanged'
    })
  }
}
