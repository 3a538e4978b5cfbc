import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import { ChartPlot, chartEdges, leftOfPlot } from './chart-plot.tsx'

export type TrendPoint = { readonly name: string; readonly value: number }

const HEIGHT_PX = 240

type TrendChartProps = {
  readonly label: string
  readonly points: readonly TrendPoint[]
  /** How values are written, also on the axis. */
  readonly format: (value: number) => string
}

/**
 * `<TrendChart label="Converted by day" points={points} format={…} />`: one figure over time. The value of a point is shown
 * under the pointer, and for the arrow keys when the chart has the focus.
 */
export function TrendChart({ label, points, format }: TrendChartProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const at = chosen === null ? points.length - 1 : Math.min(chosen, points.length - 1)
  const point = points[at]
  const table = { columns: ['Time', label], rows: points.map((it) => [it.name, format(it.value)]) }
  const onKey = (event: KeyboardEvent) => {
    const next = nextOf(event.key, at, points.length)
    if (next === null) return
    event.preventDefault()
    setChosen(next)
  }
  const onPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const start = left + leftOfPlot(largestOf(points), format)
    const share = (clientX - start) / (left + width - chartEdges.right - start)
    setChosen(Math.max(0, Math.min(points.length - 1, Math.floor(share * points.length))))
  }
  return (
    <div className="relative">
      <p aria-hidden className="mb-1 text-right">
        <span className="text-soft">{point?.name}</span>{' '}
        <strong className="font-semibold">{point === undefined ? '' : format(point.value)}</strong>
      </p>
      <div className="relative">
        <ChartFrame label={label} heightPx={HEIGHT_PX} table={table}>
          {(widthPx) => <Bars {...{ points, format, widthPx, at }} />}
        </ChartFrame>
        {point !== undefined && (
          <div
            role="slider"
            tabIndex={0}
            aria-label={`${label}: values, by arrow keys`}
            aria-valuemin={0}
            aria-valuemax={points.length - 1}
            aria-valuenow={at}
            aria-valuetext={`${point.name}: ${format(point.value)}`}
            className="absolute inset-x-0 top-0 rounded focus-visible:outline-offset-0"
            style={{ height: HEIGHT_PX }}
            onKeyDown={onKey}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
            onPointerLeave={() => setChosen(null)}
          />
        )}
      </div>
    </div>
  )
}

function nextOf(key: string, at: number, length: number): number | null {
  const last = length - 1
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    Home: 0,
    End: last,
  }
  const wanted = places[key]
  return wanted === undefined ? null : Math.max(0, Math.min(last, wanted))
}

function largestOf(points: readonly TrendPoint[]): number {
  return Math.max(1, ...points.map((it) => it.value))
}

type BarsProps = Pick<TrendChartProps, 'points' | 'format'> & {
  readonly widthPx: number
  readonly at: number
}

function Bars({ points, at, ...plot }: BarsProps) {
  return (
    <ChartPlot names={points.map((it) => it.name)} largest={largestOf(points)} heightPx={HEIGHT_PX} {...plot}>
      {({ x, y, bandPx, innerPx }) =>
        [...points.entries()].map(([index, { name, value }]) => (
          <rect
            key={name}
            x={x(index)}
            y={y(Math.max(0, value))}
            width={Math.max(1, bandPx)}
            height={innerPx - y(Math.max(0, value))}
            fill="var(--color-series-1)"
            opacity={index === at ? 1 : 0.62}
            rx={2}
          />
        ))
      }
    </ChartPlot>
  )
}
