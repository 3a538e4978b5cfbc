import truncatedWidth from 'fast-string-truncated-width'
import type { CommandInput } from '../command.ts'
import { safeJson, safeText } from './safe-text.ts'
import type { Terminal } from './terminal.ts'

/** Rows by which the widths of a table are chosen; those after them are printed as they come. */
const MEASURED_ROWS = 100

/**
 * Prints a list: as a table on a screen, as tab-separated lines for other programs, or as one JSON object a line. Rows are
 * printed as they come, so that a long list needs no memory. Returns their number.
 */
export async function printRows<Row>(
  { isJson }: Pick<CommandInput, 'isJson'>,
  terminal: Terminal,
  rows: AsyncIterable<Row> | Iterable<Row>,
  columns: readonly Column<Row>[],
): Promise<number> {
  const titles = columns.map(({ title }) => title)
  const isTable = !isJson && terminal.columns !== null
  let measured: string[][] | null = isTable ? [] : null
  let widths: readonly number[] = []
  let count = 0
  const begin = async (cells: string[][]) => {
    widths = columnWidths(columns, cells, terminal.columns ?? 0)
    await terminal.write(terminal.paint('bold', tableLine(titles, widths)))
    for (const row of cells) await terminal.write(tableLine(row, widths))
  }
  for await (const row of rows) {
    count += 1
    if (isJson) {
      await terminal.write(safeJson(row))
      continue
    }
    const cells = [...cellsOf(row, columns)]
    if (!isTable) await terminal.write((count === 1 ? `${titles.join('\t')}\n` : '') + cells.join('\t'))
    else if (measured === null) await terminal.write(tableLine(cells, widths))
    else {
      measured.push(cells)
      if (measured.length < MEASURED_ROWS) continue
      await begin(measured)
      measured = null
    }
  }
  if (measured !== null && measured.length > 0) await begin(measured)
  return count
}

/** Prints one result: as lines of names and values, or as a JSON object. */
export async function printRecord(
  { isJson }: Pick<CommandInput, 'isJson'>,
  terminal: Terminal,
  record: unknown,
  fields: readonly (readonly [name: string, value: string | number | null])[],
): Promise<void> {
  if (isJson) return terminal.write(safeJson(record))
  const width = Math.max(...fields.map(([name]) => name.length))
  for (const [name, value] of fields) {
    await terminal.write(`${name.padEnd(width)}  ${safeText(String(value ?? '-'))}`)
  }
}

/** A time as people and programs read it. */
export function timeText(ms: number | null): string | null {
  if (ms === null || !Number.isFinite(ms)) return null
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString().replace(/[.]\d+Z$/, 'Z')
}

export type Column<Row> = {
  readonly title: string
  readonly of: (row: Row) => string | number | null
  /** Whether other columns are cut first: an ID that is cut is of no use. */
  readonly isId?: true
}

const GAP = '  '
const MIN_WIDTH = 4
/** The length of our IDs. */
const ID_WIDTH = 36
const ELLIPSIS = '…'

/** The widths of the columns for these rows, the widest ones cut so that a line fits a screen. */
export function columnWidths(
  columns: readonly Pick<Column<never>, 'title' | 'isId'>[],
  rows: readonly (readonly string[])[],
  screen: number,
): readonly number[] {
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...rows.map((cells) => widthOf(cells[index] ?? ''))),
  )
  const least = columns.map(({ isId }) => (isId === true ? ID_WIDTH : MIN_WIDTH))
  const gaps = GAP.length * (columns.length - 1)
  for (let excess = widths.reduce((sum, it) => sum + it, gaps) - screen; excess > 0; excess -= 1) {
    const spare = widths.map((width, index) => (width > (least[index] ?? 0) ? width : 0))
    const widest = Math.max(...spare)
    if (widest === 0) break
    widths[spare.indexOf(widest)] = widest - 1
  }
  return widths
}

/** A line of a table on a screen. */
export function tableLine(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, index) => fitted(cell, widths[index] ?? 0))
    .join(GAP)
    .trimEnd()
}

function cellsOf<Row>(row: Row, columns: readonly Column<Row>[]): readonly string[] {
  return columns.map(({ of }) => safeText(String(of(row) ?? '-')))
}

function fitted(cell: string, width: number): string {
  const {
    truncated,
    index,
    width: kept,
  } = truncatedWidth(cell, {
    limit: width,
    ellipsis: ELLIPSIS,
    ellipsisWidth: 1,
  })
  const text = truncated ? `${cell.slice(0, index)}${ELLIPSIS}` : cell
  return text + ' '.repeat(Math.max(0, width - kept - (truncated ? 1 : 0)))
}

function widthOf(text: string): number {
  return truncatedWidth(text).width
}
