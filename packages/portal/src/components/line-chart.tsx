import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleLinear, scalePoint } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { ChartFrame } from './chart-frame.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { seriesColor, wholeTicks } from './chart-scales.ts'

export type ChartSeries = { readonly name: string; readonly values: readonly number[] }

type LineChartProps = {
  readonly label: string
  /** Of the points, such as days; as many as every series has values. */
  readonly points: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly heightPx?: number
}

const margin = { top: 8, right: 12, bottom: 24, left: 36 }

/** `<LineChart label="Referrals by day" points={days} series={[{ name: 'Started', values }]} />` */
export function LineChart({ label, points, series, heightPx = 220 }: LineChartProps) {
  const table = {
    columns: ['', ...series.map((it) => it.name)],
    rows: points.map((point, index) => [point, ...series.map((it) => it.values[index] ?? 0)]),
  }
  return (
    <>
      <ChartLegend series={series} />
      <ChartFrame label={label} heightPx={heightPx} table={table}>
        {(widthPx) => <Lines {...{ points, series, widthPx, heightPx }} />}
      </ChartFrame>
    </>
  )
}

type LinesProps = Required<Omit<LineChartProps, 'label'>> & { readonly widthPx: number }

function Lines({ points, series, widthPx, heightPx }: LinesProps) {
  const ticks = wholeTicks(Math.max(1, ...series.flatMap((it) => it.values)))
  const inner = { width: widthPx - margin.left - margin.right, height: heightPx - margin.top - margin.bottom }
  const x = scalePoint({ domain: [...points.keys()], range: [0, inner.width] })
  const y = scaleLinear({ domain: [0, ticks.at(-1) ?? 1], range: [inner.height, 0] })
  const everyPoint = Math.ceil(points.length / Math.max(2, Math.floor(inner.width / 90)))
  return (
    <svg width={widthPx} height={heightPx} role="presentation">
      <Group left={margin.left} top={margin.top}>
        {ticks.map((it) => (
          <line key={it} x1={0} x2={inner.width} y1={y(it)} y2={y(it)} stroke="var(--color-line)" />
        ))}
        {series.map(({ name, values }, index) => (
          <LinePath
            key={name}
            data={[...values.entries()]}
            x={([at]) => x(at) ?? 0}
            y={([, value]) => y(value)}
            stroke={seriesColor(index)}
            strokeWidth={2}
            strokeLinejoin="round"
          />
        ))}
        <AxisLeft
          scale={y}
          tickValues={[...ticks]}
          tickFormat={(it) => Number(it).toLocaleString()}
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
