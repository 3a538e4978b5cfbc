import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import parseSecurely from 'secure-json-parse'
import { type FileRecord, MAX_RECORD } from './file-records.ts'
import type { RowFault } from './row-result.ts'
import { csvRow, type Header, jsonRow, type SourceRow } from './source-row.ts'

/** A row of a file, or why it cannot be read. */
export type FileRow = Pick<FileRecord, 'line'> & { readonly source: SourceRow | RowFault }

/** The rows of a CSV file after its header, which has `width` columns. */
export function csvRows(
  records: readonly FileRecord[],
  header: Header,
  width: number,
  separator: Separator = ',',
): readonly FileRow[] {
  const cells = cellsOf(records, separator)
  return records.map(({ line }, index) => {
    const row = cells[index]
    if (row === undefined) throw new Error('cells of a record of a CSV file not found')
    return { line, source: 'code' in row ? row : rowOf(row, header, width) }
  })
}

/** The rows of an NDJSON file. */
export function jsonRows(records: readonly FileRecord[]): readonly FileRow[] {
  return records.map((record) => ({ line: record.line, source: jsonOf(record) }))
}

export type Cells = readonly string[]

/** The separators of fields in CSV files. */
export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** A stored separator; undefined for none. */
export function separatorNamed(name: string | null): Separator | undefined {
  return separators.find((it) => it === name)
}

/** The separator that is most often in a header, outside of quotes. Spreadsheets of many countries write semicolons. */
export function separatorOf({ bytes }: FileRecord): Separator {
  const unquoted = (bytes?.toString() ?? '').split('"').filter((_, index) => index % 2 === 0)
  const count = (separator: Separator) =>
    unquoted.reduce((sum, text) => sum + text.split(separator).length - 1, 0)
  return separators.reduce((best, it) => (count(it) > count(best) ? it : best))
}

function rowOf(cells: Cells, header: Header, width: number): SourceRow | RowFault {
  if (cells.length === width) return csvRow(header, cells)
  return malformed(
    `The row has ${cells.length} fields and the header ${width}. Put fields with separators, quotes or line breaks in quotes.`,
  )
}

const LINE_FEED = Buffer.from('\n')

/** All at once, because the parser's own start costs more than a row; one by one if a row is malformed. */
export function cellsOf(records: readonly FileRecord[], separator: Separator): readonly (Cells | RowFault)[] {
  const faults = records.map(byteFault)
  const lines = records.flatMap(({ bytes }, index) =>
    faults[index] === null && bytes !== null ? [bytes, LINE_FEED] : [],
  )
  const rows = parsed(Buffer.concat(lines), separator)
  const isComplete = rows !== null && rows.length === lines.length / 2
  let next = 0
  return records.map(({ line, bytes }, index) => {
    const fault = faults[index] ?? null
    if (fault !== null || bytes === null) return fault ?? tooLong
    const row = isComplete ? rows[next] : parsed(bytes, separator)?.[0]
    next += 1
    return row ?? malformed(misquoted(line, bytes))
  })
}

/** A quote too many joins lines. */
function misquoted(line: number, bytes: Buffer): string {
  const last = line + bytes.toString().split(/\r\n|\r|\n/).length - 1
  const where = last === line ? 'The row is' : `The lines ${line} to ${last} are`
  return `${where} no valid CSV: a quote is in the middle of a field, not doubled or not closed.`
}

/** The cells of lines, or null if one of them is malformed. */
function parsed(lines: Buffer, separator: Separator): readonly Cells[] | null {
  try {
    return parse(lines, {
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n'],
    })
  } catch {
    return null
  }
}

/** The names in the header of a CSV file, or why it cannot be read. */
export function headerCells(record: FileRecord, separator = separatorOf(record)): Cells | RowFault {
  return cellsOf([record], separator)[0] ?? malformed('The header cannot be read.')
}

function jsonOf(record: FileRecord): SourceRow | RowFault {
  const fault = byteFault(record)
  if (fault !== null || record.bytes === null) return fault ?? tooLong
  try {
    const value: unknown = parseSecurely(record.bytes.toString(), null, {
      protoAction: 'remove',
      constructorAction: 'remove',
    })
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return jsonRow(value)
  } catch {
    // Answered below.
  }
  return malformed('The row is no JSON object. Write one JSON object per line.')
}

function byteFault({ bytes }: FileRecord): RowFault | null {
  if (bytes === null) return tooLong
  return isUtf8(bytes) ? null : malformed('The row is not in UTF-8. Save the file as UTF-8.')
}

const tooLong = malformed(
  `The row is longer than ${MAX_RECORD / 1024} KiB, or a quote that begins on this line is not closed.`,
)

function malformed(message: string): RowFault {
  return { code: 'MALFORMED_ROW', field: null, message }
}
