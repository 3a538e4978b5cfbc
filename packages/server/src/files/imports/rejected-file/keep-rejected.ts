import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { KEPT_IMPORT_ERRORS, KEPT_REJECTED_BYTES } from '@goodword/contract/files/import'
import type { Transaction } from '../../../frame/context.ts'
import { insertExportPart } from '../../rows/export-parts.ts'
import type { ImportRow } from '../../rows/imports.ts'
import { wasErasedSince } from '../../rows/rejected-imports.ts'
import type { FileRecord } from '../reading/file-records.ts'
import { cellsOf, separatorNamed } from '../reading/file-rows.ts'
import { isFault, type RowResult } from '../reading/row-result.ts'
import { type RejectedRow, withoutErased } from './erased-rows.ts'
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
