import { defuseCell, defuseLine } from '@goodword/domain/files/csv-cell'
import { BYTE_ORDER_MARK, quotedCell } from '@goodword/domain/files/csv-record'
import parseSecurely from 'secure-json-parse'
import { REASON_COLUMN } from '../import-columns.ts'
import type { Separator } from '../reading/file-rows.ts'

/** The header of a file of rejected rows: the columns of the imported file, and the reason. */
export function rejectedHeader(names: readonly string[], separator: Separator): string {
  const cells = [...(hasReason(names) ? names.slice(0, -1) : names), REASON_COLUMN]
  return `${BYTE_ORDER_MARK}${cells.map(quotedCell).join(separator)}\r\n`
}

/**
 * A rejected record of a CSV file with the texts of its cells, of which none is a formula for a spreadsheet, and the reason as
 * its last field. The reason of an earlier import in a record as wide as the header is left out. `cells` is null for a
 * record that is no valid CSV.
 */
export function rejectedRecord(
  { record, cells }: { readonly record: string; readonly cells: readonly string[] | null },
  reason: string,
  names: readonly string[],
  separator: Separator,
): string {
  const own = hasReason(names) && cells?.length === names.length ? cells.slice(0, -1) : cells
  const start = own === null ? defuseLine(record) : own.map((it) => quotedCell(defused(it))).join(separator)
  return `${start}${separator}${quotedCell(defuseCell(reason))}\r\n`
}

/** A cell of a file that was sent: an already defused cell stays, and is read as the same text. */
function defused(cell: string): string {
  return cell.startsWith("'") ? cell : defuseCell(cell)
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
