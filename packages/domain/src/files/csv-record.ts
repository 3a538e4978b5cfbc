import { defuseCell } from './csv-cell.ts'

/** The value of a cell; null is an empty cell. */
export type Cell = string | number | null

/** The columns of a file by their names, in their order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/** Spreadsheets take a file without it for the encoding of the machine. */
export const BYTE_ORDER_MARK = '\ufeff'

/** A record of a CSV file as RFC 4180 has it. Texts that begin like a formula are defused. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(field).join(',')}\r\n`
}

/** Writes rows as the records of a CSV file with these columns; `header` comes first. */
export function csvWriter<Row>(columns: Columns<Row>): {
  readonly header: string
  readonly record: (row: Row) => string
} {
  const cells = Object.values(columns)
  return {
    header: BYTE_ORDER_MARK + csvRecord(Object.keys(columns)),
    record: (row) => csvRecord(cells.map((cell) => cell(row))),
  }
}

/** Text that must be quoted: some readers trim blanks at the ends, and some split at other separators. */
const TO_QUOTE = /[",;\t\r\n]|^\s|\s$/

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return quotedCell(defuseCell(cell))
}

/** A field with this text, in quotes where it needs them, and otherwise as it is. */
export function quotedCell(text: string): string {
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A time in a cell: ISO 8601 in UTC, which spreadsheets and imports read. */
export function timeCell(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
