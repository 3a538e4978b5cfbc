import type { ReactNode } from 'react'

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
/** The part of each point's room that stays empty. */
const GAP = 0.2

/** The axes and lines of a chart of points over time, with what `children` draws between them. */
export function ChartPlot({ names, largest, format, widthPx, heightPx, children }: ChartPlotProps) {
  const ticks = wholeTicks(largest)
  const left = leftOfPlot(largest, format)
  const { top, right, bottom } = chartEdges
  const [width, height] = [widthPx - left - right, heightPx - top - bottom]
  const stepPx = width / (names.length + GAP)
  const bandPx = stepPx * (1 - GAP)
  const x = (index: number) => stepPx * (index + GAP)
  const y = (value: number) => height * (1 - value / (ticks.at(-1) ?? 1))
  const everyPoint = Math.ceil(names.length / Math.max(2, Math.floor(width / NAME_PX)))
  return (
    <svg width={widthPx} height={heightPx} role="presentation">
      <g transform={`translate(${left}, ${top})`} fill="var(--color-soft)" fontSize={11}>
        {ticks.map((it) => (
          <line key={it} x1={0} x2={width} y1={y(it)} y2={y(it)} stroke="var(--color-line)" />
        ))}
        {children({ x, y, bandPx, innerPx: height })}
        {ticks.map((it) => (
          <text key={it} x={-8} y={y(it) + 4} textAnchor="end">
            {format(it)}
          </text>
        ))}
        {[...names.entries()].map(
          ([index, name]) =>
            index % everyPoint === 0 && (
              <text
                key={name}
                x={x(index) + bandPx / 2}
                y={height + 18}
                textAnchor={index === 0 && everyPoint > 1 ? 'start' : 'middle'}
              >
                {name}
              </text>
            ),
        )}
      </g>
    </svg>
  )
}

/** How much room the numbers of the axis take. */
export function leftOfPlot(largest: number, format: (value: number) => string): number {
  return 12 + CHARACTER_PX * Math.max(...wholeTicks(largest).map((it) => format(it).length))
}

/** The marks of a vertical axis of whole numbers, at most five. */
function wholeTicks(largest: number): readonly number[] {
  const step = Math.max(1, niceStep(largest / 4))
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, index) => index * step)
}

/** The next of 1, 2, 5, 10, 20, 50 … */
function niceStep(rough: number): number {
  if (rough <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((it) => it * power >= rough) ?? 10
  return factor * power
}
