import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

export type HeatColumn<Row> = {
  readonly name: string
  readonly label: string
  /** The text of a cell. */
  readonly cell: (row: Row) => ReactNode
  /** The strength of the color behind the figure, from 0 to 1; without it the cell has none. */
  readonly heat?: (row: Row) => number | null
}

type HeatTableProps<Row> = {
  readonly label: string
  /** The first one names the row. */
  readonly columns: readonly HeatColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** A row that is a part of the one above it. */
  readonly isPart?: (row: Row) => boolean
}

/** The strongest color: text keeps a contrast of 7 on it in both themes. */
const STRONGEST_PERCENT = 34

/** `<HeatTable label="Channels" columns={columns} rows={channels} keyOf={(it) => it.name} />`: figures, the larger the darker. */
export function HeatTable<Row>({ label, columns, rows, keyOf, isPart = () => false }: HeatTableProps<Row>) {
  const [title, ...figures] = columns
  return (
    <table
      aria-label={label}
      className="w-full border-separate border-spacing-0.5 text-left max-sm:border-spacing-0 max-sm:text-xs"
    >
      <thead>
        <tr>
          {columns.map((it, index) => (
            <th
              key={it.name}
              scope="col"
              className={classes(
                'py-1 pr-1 align-bottom text-xs font-medium text-soft',
                index > 0 && 'text-right',
              )}
            >
              {it.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th
              scope="row"
              className={classes(
                'py-1.5 pr-2 text-left wrap-anywhere',
                isPart(row) ? 'pl-4 font-normal text-soft' : 'font-medium',
              )}
            >
              {title?.cell(row)}
            </th>
            {figures.map(({ name, cell, heat }) => (
              <td
                key={name}
                className="rounded px-1.5 py-1.5 text-right whitespace-nowrap max-sm:px-1"
                style={{ backgroundColor: colorOf(heat?.(row) ?? null) }}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function colorOf(heat: number | null): string | undefined {
  if (heat === null || heat <= 0) return undefined
  const percent = Math.round(Math.min(1, heat) * STRONGEST_PERCENT)
  return `color-mix(in srgb, var(--color-series-1) ${percent}%, var(--color-surface))`
}
