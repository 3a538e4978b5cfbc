import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import type { ReactNode } from 'react'
import { wholeTicks } from './chart-scales.ts'

type ChartPlotProps = {
  /** The names of the points, from left to right. */
  readonly names: readonly string[]
  readonly largest: number
  /** How the numbers of the axis are written. */
  readonly format: (value: number) => string
  readonly widthPx: number
  readonly heightPx: number
  readonly children: (scales: Scales) => ReactNode
}

type Scales = {
  /** Where a point begins, by its index. */
  readonly x: (index: number) => number
  readonly y: (value: number) => number
  readonly bandPx: number
  /** The size of the room within the axes. */
  readonly innerPx: number
}

/** The room beside the axes. */
export const chartEdges = { top: 8, right: 4, bottom: 24 }
const CHARACTER_PX = 6.5
const NAME_PX = 70

/** The axes and lines of a chart of points over time, with what `children` draws between them. */
export function ChartPlot({ names, largest, format, widthPx, heightPx, children }: ChartPlotProps) {
  const ticks = wholeTicks(largest)
  const left = leftOfPlot(largest, format)
  const { top, right, bottom } = chartEdges
  const [width, height] = [widthPx - left - right, heightPx - top - bottom]
  const x = scaleBand({ domain: [...names.keys()], range: [0, width], padding: 0.2 })
  const y = scaleLinear({ domain: [0, ticks.at(-1) ?? 1], range: [height, 0] })
  const everyPoint = Math.ceil(names.length / Math.max(2, Math.floor(width / NAME_PX)))
  const label = { fill: 'var(--color-soft)', fontSize: 11 }
  return (
    <svg width={widthPx} height={heightPx} role="presentation">
      <Group left={left} top={top}>
        {ticks.map((it) => (
          <line key={it} x1={0} x2={width} y1={y(it)} y2={y(it)} stroke="var(--color-line)" />
        ))}
        {children({ x: (index) => x(index) ?? 0, y, bandPx: x.bandwidth(), innerPx: height })}
        <AxisLeft
          scale={y}
          tickValues={[...ticks]}
          tickFormat={(it) => format(Number(it))}
          hideAxisLine
          hideTicks
          tickLabelProps={{ ...label, textAnchor: 'end', dx: -4, dy: 4 }}
        />
        <AxisBottom
          top={height}
          scale={x}
          tickValues={[...names.keys()].filter((it) => it % everyPoint === 0)}
          tickFormat={(it) => names[it] ?? ''}
          hideTicks
          stroke="var(--color-line)"
          tickLabelProps={(_, index) => ({
            ...label,
            textAnchor: index === 0 && everyPoint > 1 ? 'start' : 'middle',
          })}
        />
      </Group>
    </svg>
  )
}

/** How much room the numbers of the axis take. */
export function leftOfPlot(largest: number, format: (value: number) => string): number {
  return 12 + CHARACTER_PX * Math.max(...wholeTicks(largest).map((it) => format(it).length))
}
