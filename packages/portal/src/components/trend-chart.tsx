import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import { wholeTicks } from './chart-scales.ts'

export type TrendPoint = { readonly name: string; readonly value: number }

type TrendChartProps = {
  readonly label: string
  readonly points: readonly TrendPoint[]
  /** How values are written, also on the axis. */
  readonly format: (value: number) => string
  readonly heightPx?: number
}

const edges = { top: 8, right: 4, bottom: 24 }
const CHARACTER_PX = 6.5

/**
 * `<TrendChart label="Converted by day" points={points} format={…} />`: one figure over time. The value of a point is shown
 * under the pointer, and for the arrow keys when the chart has the focus.
 */
export function TrendChart({ label, points, format, heightPx = 240 }: TrendChartProps) {
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
    const start = left + leftOf(points, format)
    const share = (clientX - start) / (left + width - edges.right - start)
    setChosen(Math.max(0, Math.min(points.length - 1, Math.floor(share * points.length))))
  }
  return (
    <div className="relative">
      <p aria-hidden className="mb-1 text-right">
        <span className="text-soft">{point?.name}</span>{' '}
        <strong className="font-semibold">{point === undefined ? '' : format(point.value)}</strong>
      </p>
      <div className="relative">
        <ChartFrame label={label} heightPx={heightPx} table={table}>
          {(widthPx) => <Bars {...{ points, format, widthPx, heightPx, at }} />}
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
            style={{ height: heightPx }}
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

function ticksOf(points: readonly TrendPoint[]): readonly number[] {
  return wholeTicks(Math.max(1, ...points.map((it) => it.value)))
}

function leftOf(points: readonly TrendPoint[], format: (value: number) => string): number {
  return 12 + CHARACTER_PX * Math.max(...ticksOf(points).map((it) => format(it).length))
}

type BarsProps = Pick<TrendChartProps, 'points' | 'format'> & {
  readonly heightPx: number
  readonly widthPx: number
  readonly at: number
}

function Bars({ points, format, heightPx, widthPx, at }: BarsProps) {
  const ticks = ticksOf(points)
  const left = leftOf(points, format)
  const inner = { width: widthPx - left - edges.right, height: heightPx - edges.top - edges.bottom }
  const x = scaleBand({ domain: [...points.keys()], range: [0, inner.width], padding: 0.2 })
  const y = scaleLinear({ domain: [0, ticks.at(-1) ?? 1], range: [inner.height, 0] })
  const everyPoint = Math.ceil(points.length / Math.max(2, Math.floor(inner.width / 70)))
  return (
    <svg width={widthPx} height={heightPx} role="presentation">
      <Group left={left} top={edges.top}>
        {ticks.map((it) => (
          <line key={it} x1={0} x2={inner.width} y1={y(it)} y2={y(it)} stroke="var(--color-line)" />
        ))}
        {[...points.entries()].map(([index, { name, value }]) => (
          <Bar
            key={name}
            x={x(index) ?? 0}
            y={y(Math.max(0, value))}
            width={Math.max(1, x.bandwidth())}
            height={inner.height - y(Math.max(0, value))}
            fill="var(--color-series-1)"
            opacity={index === at ? 1 : 0.62}
            rx={2}
          />
        ))}
        <AxisLeft
          scale={y}
          tickValues={[...ticks]}
          tickFormat={(it) => format(Number(it))}
          hideAxisLine
          hideTicks
          tickLabelProps={{ fill: 'var(--color-soft)', fontSize: 11, textAnchor: 'end', dx: -4, dy: 4 }}
        />
        <AxisBottom
          top={inner.height}
          scale={x}
          tickValues={[...points.keys()].filter((it) => it % everyPoint === 0)}
          tickFormat={(it) => points[it]?.name ?? ''}
          hideTicks
          stroke="var(--color-line)"
          tickLabelProps={(_, index) => ({
            fill: 'var(--color-soft)',
            fontSize: 11,
            textAnchor: index === 0 ? 'start' : 'middle',
          })}
        />
      </Group>
    </svg>
  )
}
