import { ChartFrame } from './chart-frame.tsx'
import { ChartPlot } from './chart-plot.tsx'

type ChartSeries = { readonly name: string; readonly values: readonly number[] }

type BarChartProps = {
  readonly label: string
  readonly points: readonly string[]
  /** Bars of one point stand side by side. */
  readonly series: readonly ChartSeries[]
  readonly heightPx?: number
  /** How the numbers of the axis are written. */
  readonly format: (value: number) => string
}

/** `<BarChart label="A year of bills" points={months} series={[{ name: 'Discount', values }]} format={…} />` */
export function BarChart({ label, points, series, heightPx = 220, format }: BarChartProps) {
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

function Bars({ points, series, ...plot }: BarsProps) {
  const largest = Math.max(1, ...series.flatMap((it) => it.values))
  return (
    <ChartPlot names={points} largest={largest} {...plot}>
      {({ x, y, bandPx, innerPx }) =>
        series.map(({ name, values }, index) =>
          [...values.entries()].map(([at, value]) => (
            <rect
              key={`${name} ${points[at]}`}
              x={x(at) + (index * bandPx) / series.length}
              y={y(value)}
              width={Math.max(1, bandPx / series.length - 1)}
              height={innerPx - y(value)}
              fill={seriesColor(index)}
              rx={2}
            />
          )),
        )
      }
    </ChartPlot>
  )
}

/** The names of the series; nothing for a single one. */
function ChartLegend({ series }: { readonly series: readonly { readonly name: string }[] }) {
  if (series.length < 2) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      {series.map(({ name }, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-4 rounded" style={{ background: seriesColor(index) }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

const seriesColors = [
  'var(--color-series-1)',
  'var(--color-series-2)',
  'var(--color-series-3)',
  'var(--color-series-4)',
] as const

function seriesColor(index: number): string {
  return seriesColors[index % seriesColors.length] ?? seriesColors[0]
}
