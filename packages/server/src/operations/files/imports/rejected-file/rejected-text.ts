import { defuseCell } from '@goodword/domain/files/csv-cell'
import { BYTE_ORDER_MARK, quotedCell } from '@goodword/domain/files/csv-record'
import parseSecurely from 'secure-json-parse'
import type { Separator } from '../file-rows.ts'
import { REASON_COLUMN } from '../import-columns.ts'

/** The header of a file of rejected rows: the columns of the imported file, and the reason. */
export function rejectedHeader(names: readonly string[], separator: Separator): string {
  const cells = [...(hasReason(names) ? names.slice(0, -1) : names), REASON_COLUMN]
  return `${BYTE_ORDER_MARK}${cells.map(quotedCell).join(separator)}\r\n`
}

/**
 * A rejected record of a CSV file as it was sent, and the reason as its last field. The reason of an earlier import in a
 * record as wide as the header is left out.
 */
export function rejectedRecord(
  record: string,
  reason: string,
  names: readonly string[],
  separator: Separator,
): string {
  const end = hasReason(names) ? lastFieldOf(record, separator, names.length) : null
  return `${record.slice(0, end ?? record.length)}${separator}${quotedCell(defuseCell(reason))}\r\n`
}

/** A rejected line of an NDJSON file with the reason as a field; as it was sent if it is no JSON object. */
export function rejectedLine(line: string, reason: string): string {
  const object = objectIn(line)
  return `${object === null ? line : JSON.stringify({ ...object, [REASON_COLUMN]: reason })}\n`
}

function objectIn(line: string): object | null {
  try {
    const value: unknown = parseSecurely(line, null, { protoAction: 'remove', constructorAction: 'remove' })
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function hasReason(names: readonly string[]): boolean {
  return names.at(-1) === REASON_COLUMN
}

/** Where the last field of a record begins, with the separator before it; null unless it has `width` fields. */
function lastFieldOf(record: string, separator: Separator, width: number): number | null {
  let isQuoted = false
  let fields = 1
  let start = 0
  for (let at = 0; at < record.length; at += 1) {
    const sign = record[at]
    if (sign === '"') isQuoted = !isQuoted
    if (sign !== separator || isQuoted) continue
    fields += 1
    start = at
  }
  return fields === width ? start : null
}
