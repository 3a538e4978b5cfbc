import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { KEPT_IMPORT_ERRORS, KEPT_REJECTED_BYTES } from '@goodword/contract/files/import'
import { readTypedCode } from '@goodword/domain/referrals/typed-code'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../../frame/context.ts'
import { marksIn } from '../../../frame/erased/marks.ts'
import { findMarks } from '../../../frame/rows/erased-marks.ts'
import { findAccounts } from '../../../tracking/rows/accounts.ts'
import { insertExportPart } from '../../rows/export-parts.ts'
import type { ImportRow } from '../../rows/imports.ts'
import { wasErasedSince } from '../../rows/rejected-imports.ts'
import { importColumnsOf } from '../import-columns.ts'
import { sourceRows } from '../import-rows.ts'
import type { FileRecord } from '../reading/file-records.ts'
import { cellsOf, separatorNamed } from '../reading/file-rows.ts'
import { isFault, type RowFault, type RowResult } from '../reading/row-result.ts'
import { rejectedHeader, rejectedLine, rejectedRecord } from './rejected-text.ts'

const compress = promisify(gzip)

/** How many rejected rows an import keeps, and the bytes of their file. */
export type KeptRejected = Pick<ImportRow, 'kept_rejected_count' | 'kept_rejected_bytes'>

/**
 * Adds the rejected ones of some rows to the file of an import, as far as it has room, and returns what it has then. Rows
 * that name an erased person are not kept, nor any row once a person was erased since the file began to arrive.
 */
export async function keepRejected(
  tx: Transaction,
  row: ImportRow,
  records: readonly FileRecord[],
  results: readonly RowResult[],
): Promise<KeptRejected> {
  const before = { count: row.kept_rejected_count ?? 0, bytes: row.kept_rejected_bytes ?? 0 }
  const room = KEPT_IMPORT_ERRORS - before.count
  const rejected = records.flatMap((record, index): RejectedRow[] => {
    const fault = results[index]
    return fault === undefined || !isFault(fault) || record.bytes === null
      ? []
      : [{ ...record, bytes: record.bytes, fault }]
  })
  if (rejected.length === 0 || room <= 0 || before.bytes >= KEPT_REJECTED_BYTES) return keptOf(before)
  if (await wasErasedSince(tx, row.upload_began_at)) return keptOf(before)
  const kept = (await withoutErased(tx, row, rejected)).slice(0, room)
  if (kept.length === 0) return keptOf(before)
  const content = Buffer.from(textOf(row, kept, before.bytes === 0))
  const body = await compress(content)
  const place = { export_id: row.id, walk: 0, starts_at_byte: before.bytes, byte_count: content.length }
  insertExportPart(tx, { ...place, body })
  return keptOf({ count: before.count + kept.length, bytes: before.bytes + content.length })
}

function keptOf({ count, bytes }: { readonly count: number; readonly bytes: number }): KeptRejected {
  return { kept_rejected_count: count, kept_rejected_bytes: bytes }
}

function textOf(
  { format, column_names: names, separator: name }: ImportRow,
  rows: readonly RejectedRow[],
  isFirst: boolean,
): string {
  if (format === 'ndjson') {
    return rows.map((it) => rejectedLine(it.bytes.toString(), it.fault.message)).join('')
  }
  const separator = separatorNamed(name) ?? ','
  const cells = cellsOf(rows, separator)
  const records = rows.map(({ bytes, fault }, index) => {
    const own = cells[index] ?? null
    const read = { record: bytes.toString(), cells: own !== null && 'code' in own ? null : own }
    return rejectedRecord(read, fault.message, names, separator)
  })
  return `${isFirst ? rejectedHeader(names, separator) : ''}${records.join('')}`
}

/** A row that was not imported. */
type RejectedRow = FileRecord & { readonly bytes: Buffer; readonly fault: RowFault }

/** The fields of all kinds that name an account, a user of one, and a code. */
const accountFields = ['accountId', 'referredAccountId', 'referringAccountId'] as const
const userFields = [
  ['accountId', 'id'],
  ['referringAccountId', 'referringUserId'],
] as const
const codeFields = ['referralCode'] as const

/** The rows that name no person, account or code that was erased, as far as they can be read. */
async function withoutErased(
  tx: Transaction,
  row: ImportRow,
  rows: readonly RejectedRow[],
): Promise<readonly RejectedRow[]> {
  // Few tenants have erased anyone, and marks take longer than the rows.
  if (!(await wasErasedSince(tx, 0))) return rows
  const named = namedIn(row, rows)
  const ids = [...new Set(named.flatMap((it) => it.users.map(([account]) => account)))]
  const keys = new Map((await findAccounts(tx, ids)).map((it) => [it.external_id, it.id]))
  const marks = marksIn(tx)
  const marksOf = named.map(({ accounts, users, codes }) => [
    ...accounts.map(marks.account),
    ...codes.map(marks.code),
    ...users.flatMap(([account, user]) => {
      const key = keys.get(account)
      return key === undefined ? [] : [marks.person(key, user)]
    }),
  ])
  const found = new Set((await findMarks(tx, [...new Set(marksOf.flat())])).map((it) => it.mark))
  return rows.filter((_, index) => marksOf[index]?.some((it) => found.has(it)) !== true)
}

function namedIn(row: ImportRow, rows: readonly RejectedRow[]) {
  const { fields } = importColumnsOf(row.kind, row.mapping)
  return sourceRows(row, rows).map(({ source }) => {
    const texts = (field: string): readonly string[] => {
      if (isFault(source)) return []
      const values = (fields[field] ?? []).map((column) => source.valueOf(column))
      return values.filter((it) => typeof it === 'string')
    }
    return {
      // Only compared with the stored columns.
      accounts: accountFields.flatMap(texts) as AccountId[],
      users: userFields.flatMap(([account, user]) =>
        texts(account).flatMap((one) => texts(user).map((it) => [one as AccountId, it as UserId] as const)),
      ),
      codes: codeFields.flatMap(texts).flatMap((it) => readTypedCode(it) ?? []),
    }
  })
}
