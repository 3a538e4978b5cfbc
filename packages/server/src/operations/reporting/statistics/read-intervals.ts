import { type CountRow, loadKeyedSeries, loadSeries } from '../../../store/statistics/counts.ts'
import type { Transaction } from '../../foundation/context.ts'
import { funnelMetrics, isMetricOf, type Metric, moneyMetrics } from './counts.ts'
import { type DayRange, type Interval, intervalsOf, latestIn, piecesOf } from './day-range.ts'
import type { OpenedStatistics } from './opened-statistics.ts'

/** A sum of one metric under one key. */
type KeyedSum = { readonly metric: Metric; readonly key: string; readonly amount: number }

export type IntervalReading = DayRange & {
  readonly sums: ReadonlyMap<Metric, number>
  /** The sums by currency. */
  readonly money: readonly KeyedSum[]
}

type Working = DayRange & { readonly sums: Map<Metric, number>; readonly money: KeyedSum[] }

/** The steps of the funnel and the money in each interval of a range, as far as it is past. */
export async function readIntervals(
  tx: Transaction,
  { generation, latest }: OpenedStatistics,
  past: DayRange,
  range: DayRange,
  interval: Interval,
): Promise<readonly IntervalReading[]> {
  const whole = interval === 'MONTH' ? piecesOf(past) : [{ period: 'DAY' as const, ...past }]
  const pieces = past.from > past.to ? [] : whole
  const [steps, money] = await Promise.all([
    Promise.all(pieces.map((it) => loadSeries(tx, generation, it, funnelMetrics))),
    Promise.all(pieces.map((it) => loadKeyedSeries(tx, generation, it, moneyMetrics))),
  ])
  const found = intervalsOf(range, interval).map((it) => ({ ...it, sums: new Map(), money: [] }))
  for (const [{ sums }, { metric, amount }] of inIntervals(found, [
    ...steps.flat(),
    ...latestIn(latest.counts, past),
  ])) {
    if (isMetricOf(funnelMetrics, metric)) sums.set(metric, (sums.get(metric) ?? 0) + amount)
  }
  for (const [it, { metric, key, amount }] of inIntervals(found, money.flat())) {
    if (isMetricOf(moneyMetrics, metric)) it.money.push({ metric, key, amount })
  }
  return found
}

/** Each row with the interval that it is in; the intervals are in the order of time. */
function* inIntervals<Row extends Pick<CountRow, 'start'>>(
  intervals: readonly Working[],
  rows: readonly Row[],
): Iterable<readonly [Working, Row]> {
  let index = 0
  for (const row of rows.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    while ((intervals[index]?.to ?? row.start) < row.start) index += 1
    const interval = intervals[index]
    if (interval !== undefined) yield [interval, row]
  }
}
