import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classes } from './classes.ts'
import { TableSkeleton } from './texts/skeleton.tsx'

export type Column<Row> = {
  readonly name: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Numbers and amounts. */
  readonly isNumeric?: boolean
  /** The value of the sort parameter of the API; only where the API sorts by it. */
  readonly sortBy?: string
  /** The title of the card that a row becomes where there is little room: one column, usually the first. */
  readonly isTitle?: boolean
}

type DataTableProps<Row> = {
  /** The name of the list, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** Undefined while the first page is read. */
  readonly rows: readonly Row[] | undefined
  /** How many rows are usual, so that nothing moves when they come. */
  readonly usualRows?: number
  readonly keyOf: (row: Row) => string
  /** Opens a row: by Enter on it, or by a click. Give the title cell a link to the same page. */
  readonly onOpen?: (row: Row) => void
  /** Shown when there are no rows. */
  readonly empty: ReactNode
  /** While the next page is read, the present one stays, dimmed. */
  readonly isStale?: boolean
  readonly sort?: {
    readonly by: string
    readonly isDescending: boolean
    readonly onSort: (by: string) => void
  }
}

/** The width below which rows become cards: see `cards` in styles.css. */
function containerOf(columns: readonly { readonly isNumeric?: boolean }[]): string {
  const texts = columns.filter((it) => it.isNumeric !== true)
  if (columns.length > 6 || texts.length > 4) return '@container/wide-table'
  return columns.length > 4 ? '@container/middle-table' : '@container/table'
}

/**
 * `<DataTable label="Referrals" columns={columns} rows={list.data?.referrals} keyOf={(it) => it.id} empty={…} />`.
 * Arrow keys move between rows; where the table has little room, as on a phone, every row is a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, onOpen, usualRows, empty, isStale = false, sort } = props
  const body = useRef<HTMLTableSectionElement>(null)
  if (rows === undefined) return <TableSkeleton columns={columns.length} label={label} rows={usualRows} />
  if (rows.length === 0) return empty
  return (
    <div className={containerOf(columns)}>
      <div className="card cards:border-0 cards:bg-transparent">
        <table
          aria-label={label}
          aria-busy={isStale || undefined}
          className={classes('w-full text-left cards:block', isStale && 'opacity-60')}
        >
          <thead className="cards:sr-only">
            <tr>
              {columns.map((it) => (
                <Header key={it.name} column={it} sort={sort} />
              ))}
            </tr>
          </thead>
          <tbody ref={body} className="cards:flex cards:flex-col cards:gap-2">
            {rows.map((row, index) => (
              <tr
                key={keyOf(row)}
                tabIndex={onOpen === undefined ? undefined : index === 0 ? 0 : -1}
                onClick={(event) => onOpen !== undefined && !isOnControl(event.target) && onOpen(row)}
                onKeyDown={(event) => onRowKey(event, () => onOpen?.(row))}
                className={classes(
                  'border-b border-line last:border-0 focus-visible:-outline-offset-2 cards:card cards:block cards:px-4 cards:py-3 cards:last:border',
                  onOpen !== undefined && 'cursor-pointer hover:bg-hover',
                )}
              >
                {columns.map((it) => (
                  <Cell key={it.name} column={it} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Header<Row>({
  column,
  sort,
}: {
  readonly column: Column<Row>
  readonly sort: DataTableProps<Row>['sort']
}) {
  const { label, sortBy, isNumeric } = column
  const isSorted = sort !== undefined && sortBy !== undefined && sort.by === sortBy
  const Icon = !isSorted ? ArrowUpDown : sort.isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={classes(
        'sticky top-(--top-bar-height) z-10 border-b border-line bg-surface px-4 py-2 text-xs font-medium text-soft first:rounded-tl-[0.625rem] last:rounded-tr-[0.625rem]',
        isNumeric && 'text-right',
      )}
    >
      {sort === undefined || sortBy === undefined ? (
        label
      ) : (
        <button
          type="button"
          onClick={() => sort.onSort(sortBy)}
          className="inline-flex items-center gap-1 hover:text-text"
        >
          {label}
          <Icon aria-hidden className="size-3.5" />
        </button>
      )}
    </th>
  )
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { label, cell, isNumeric, isTitle } = column
  return (
    <td
      className={classes(
        'px-4 py-2.5 align-middle wrap-anywhere [&_*]:wrap-anywhere cards:flex cards:items-baseline cards:justify-between cards:gap-4 cards:px-0 cards:py-0.5',
        isNumeric ? 'text-right whitespace-nowrap' : 'min-w-28 cards:min-w-0',
        isTitle && 'font-medium cards:mb-1 cards:text-base',
      )}
    >
      <span
        aria-hidden
        className={classes('hidden shrink-0 text-left text-xs text-soft', !isTitle && 'cards:inline')}
      >
        {label}
      </span>
      <span className={classes('min-w-0', !isTitle && 'cards:text-right')}>{cell(row)}</span>
    </td>
  )
}

function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return
  const { currentTarget: row, key } = event
  const next =
    key === 'ArrowDown' || key === 'j'
      ? row.nextElementSibling
      : key === 'ArrowUp' || key === 'k'
        ? row.previousElementSibling
        : null
  if (next instanceof HTMLElement) {
    event.preventDefault()
    // One row is reached by Tab: the one where the person was last.
    row.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  } else if (key === 'Enter') {
    event.preventDefault()
    open()
  }
}

function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, label') !== null
}
