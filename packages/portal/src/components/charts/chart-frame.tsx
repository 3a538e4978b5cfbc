import { type ReactNode, useEffect, useRef, useState } from 'react'

export type ChartTable = {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

type ChartFrameProps = {
  readonly label: string
  readonly heightPx: number
  /** The figures of the chart as a table. */
  readonly table: ChartTable
  readonly children: (widthPx: number) => ReactNode
}

/** The frame of every chart: as wide as its place, and with its numbers as a table for those who do not see it. */
export function ChartFrame({ label, heightPx, table, children }: ChartFrameProps) {
  const place = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)
  useEffect(() => {
    if (place.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidthPx(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <figure aria-label={label} className="min-w-0">
      <div ref={place} aria-hidden style={{ height: heightPx }} className="w-full overflow-hidden">
        {widthPx > 0 && children(widthPx)}
      </div>
      <details className="mt-2 text-xs">
        <summary className="w-fit text-soft hover:text-text">Show as a table</summary>
        <div className="mt-2">
          <table className="w-full text-left">
            <thead>
              <tr>
                {table.columns.map((it) => (
                  <th key={it} scope="col" className="py-1 pr-4 font-medium">
                    {it}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={String(row[0])} className="border-t border-line">
                  {row.map((value, index) => (
                    <td key={table.columns[index]} className="py-1 pr-4">
                      {typeof value === 'number' ? value.toLocaleString() : value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
