import truncatedWidth from 'fast-string-truncated-width'
import { safeText } from './safe-text.ts'

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

export function cellsOf<Row>(row: Row, columns: readonly Column<Row>[]): readonly string[] {
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
