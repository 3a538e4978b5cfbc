import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { ChartFrame } from './chart-frame.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { seriesColor, wholeTicks } from './chart-scales.ts'

type ChartSeries = { readonly name: string; readonly values: readonly number[] }

type BarChartProps = {
  readonly label: string
  readonly points: readonly string[]
  /** Bars of one point stand side by side. */
  readonly series: readonly ChartSeries[]
  readonly heightPx?: number
  /** How the numbers of the axis are written. */
  readonly format?: (value: number) => string
}

const edges = { top: 8, right: 4, bottom: 24 }
const CHARACTER_PX = 6.5

/** `<BarChart label="A year of bills" points={months} series={[{ name: 'Discount', values }]} format={…} />` */
export function BarChart({
  label,
  points,
  series,
  heightPx = 220,
  format = (value) => value.toLocaleString(),
}: BarChartProps) {
  const table = {
    columns: ['Time', ...series.map((it) => it.name)],
    rows: points.map((point, index) => [point, ...series.map((it) => format(it.values[index] ?? 0))]),
  }
  return (
    <>
      <ChartLegend series={series} />
      <ChartFrame label={label} heightPx={heightPx} table={table}>
        {(widthPx) => <Bars {...{ points, series, widthPx, heightPx, format }} />}
      </ChartFrame>
    </>
  )
}

type BarsProps = Required<Omit<BarChartProps, 'label'>> & { readonly widthPx: number }

function Bars({ points, series, widthPx, heightPx, format }: BarsProps) {
  const ticks = wholeTicks(Math.max(1, ...series.flatMap((it) => it.values)))
  const left = 12 + CHARACTER_PX * Math.max(...ticks.map((it) => format(it).length))
  const margin = { ...edges, left }
  const inner = { width: widthPx - margin.left - margin.right, height: heightPx - margin.top - margin.bottom }
  const x = scaleBand({ domain: [...points.keys()], range: [0, inner.width], padding: 0.25 })
  const y = scaleLinear({ domain: [0, ticks.at(-1) ?? 1], range: [inner.height, 0] })
  const barWidth = x.bandwidth() / series.length
  const everyPoint = Math.ceil(points.length / Math.max(2, Math.floor(inner.width / 60)))
  return (
    <svg width={widthPx} height={heightPx} role="presentation">
      <Group left={margin.left} top={margin.top}>
        {ticks.map((it) => (
          <line key={it} x1={0} x2={inner.width} y1={y(it)} y2={y(it)} stroke="var(--color-line)" />
        ))}
        {series.map(({ name, values }, index) =>
          [...values.entries()].map(([at, value]) => (
            <Bar
              key={`${name} ${points[at]}`}
              x={(x(at) ?? 0) + index * barWidth}
              y={y(value)}
              width={Math.max(1, barWidth - 1)}
              height={inner.height - y(value)}
              fill={seriesColor(index)}
              rx={2}
            />
          )),
        )}
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
          tickFormat={(it) => points[it] ?? ''}
          hideTicks
          stroke="var(--color-line)"
          tickLabelProps={{ fill: 'var(--color-soft)', fontSize: 11, textAnchor: 'middle' }}
        />
      </Group>
    </svg>
  )
}
