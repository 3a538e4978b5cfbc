import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { addMonths, type Day, monthOf } from './calendar.ts'
import {
  funnelMetrics,
  isMetricOf,
  ledgerMetrics,
  type Metric,
  metrics,
  moneyMetrics,
} from './counting/counts.ts'
import { type DayRange, type Interval, intervalsOf, latestIn, periodBefore, piecesOf } from './day-range.ts'
import { isAllTime, type OpenedStatistics, openStatistics } from './opened-statistics.ts'
import { FIRST_POSITION, type ReferrerReading, readReferrers, withLatest } from './read-referrers.ts'
import {
  type CountRow,
  loadCohorts,
  loadKeyedSeries,
  loadSeries,
  loadTotals,
  type TotalRow,
} from './rows/counts.ts'
import { type AskedRange, rangeOf } from './statistics-range.ts'

/** A sum of one metric. */
export type Total = { readonly metric: Metric; readonly key: string; readonly amount: number }

export type CohortReading = {
  readonly month: Day
  readonly attributed: number
  readonly conversions: readonly { readonly month: Day; readonly converted: number }[]
}

/** The main figures of the days before a range, as many as it has. */
export type PreviousReading = {
  readonly range: DayRange
  readonly startsAt: number
  readonly endsAt: number
  readonly totals: readonly Total[]
}

export type StatisticsReading = Pick<OpenedStatistics, 'timeZone' | 'isRecounting' | 'clicksUntil'> & {
  readonly range: DayRange
  readonly startsAt: number
  /** Exclusive. */
  readonly endsAt: number
  readonly totals: readonly Total[]
  /** Null unless it was asked for. */
  readonly previous: PreviousReading | null
  /** The balances of the ledger, from the beginning to the end of the range. */
  readonly balances: readonly Total[]
  readonly intervals: readonly IntervalReading[]
  readonly cohorts: readonly CohortReading[]
  readonly referrers: readonly ReferrerReading[]
}

export type AskedStatistics = AskedRange & { readonly interval: Interval; readonly hasPrevious?: boolean }

const TOP_REFERRERS = 10

const MAX_COHORTS = 36

const EARLIEST = '0000-01-01'

/**
 * The figures of a tenant in a range of days. They are read from sums that are kept up to date, so the cost depends on the
 * days and on what has a count of its own, and not on how much happened.
 *
 * @throws Refusal VALIDATION_FAILED for a range that cannot be answered
 */
export function readStatistics(
  ctx: Context,
  tenantId: TenantId,
  asked: AskedStatistics,
): Promise<StatisticsReading> {
  return ctx.readTenant(tenantId, async (tx) => {
    const opened = await openStatistics(tx)
    const { calendar, timeZone, isRecounting, clicksUntil } = opened
    const range = rangeOf(asked, asked.interval, calendar, tx.now)
    const today = calendar.dayOf(tx.now)
    // What is scheduled for days to come has not happened.
    const past = { from: range.from, to: range.to < today ? range.to : today }
    const isAll = isAllTime(opened, past, today)
    const [totals, previous, balances, intervals, cohorts, referrers] = await Promise.all([
      readTotals(tx, opened, past, metrics),
      asked.hasPrevious === true ? readPrevious(tx, opened, periodBefore(range)) : null,
      readTotals(tx, opened, { from: EARLIEST, to: past.to }, ledgerMetrics),
      readIntervals(tx, opened, past, range, asked.interval),
      readCohorts(tx, opened, past),
      readReferrers(tx, opened.generation, isAll ? null : past, 'CONVERTED', FIRST_POSITION, TOP_REFERRERS),
    ])
    return {
      timeZone,
      isRecounting,
      clicksUntil,
      range,
      startsAt: calendar.startOf(range.from),
      endsAt: calendar.endOf(range.to),
      totals,
      previous,
      balances,
      intervals,
      cohorts,
      referrers: withLatest(referrers, opened, past),
    }
  })
}

async function readPrevious(
  tx: Transaction,
  opened: OpenedStatistics,
  range: DayRange,
): Promise<PreviousReading> {
  const { calendar } = opened
  const totals = await readTotals(tx, opened, range, [...funnelMetrics, ...moneyMetrics])
  return { range, startsAt: calendar.startOf(range.from), endsAt: calendar.endOf(range.to), totals }
}

async function readTotals(
  tx: Transaction,
  { generation, latest }: OpenedStatistics,
  range: DayRange,
  names: readonly Metric[],
): Promise<readonly Total[]> {
  const pieces = range.from > range.to ? [] : piecesOf(range)
  const rows = (await Promise.all(pieces.map((it) => loadTotals(tx, generation, it, names)))).flat()
  return sumsOf([...rows, ...latestIn(latest.counts, range).filter((it) => isMetricOf(names, it.metric))])
}

/** Rows of the same metric and key as one. Metrics of another release are left out. */
function sumsOf(rows: readonly TotalRow[]): readonly Total[] {
  const sums = new Map<string, Total>()
  for (const { metric, key, amount } of rows) {
    if (!isMetricOf(metrics, metric)) continue
    const name = `${metric} ${key}`
    sums.set(name, { metric, key, amount: (sums.get(name)?.amount ?? 0) + amount })
  }
  return [...sums.values()].filter((it) => it.amount !== 0)
}

/** Whole months: of those attributed in each month of the range, how many converted in which month. */
async function readCohorts(
  tx: Transaction,
  { generation }: OpenedStatistics,
  past: DayRange,
): Promise<readonly CohortReading[]> {
  const to = monthOf(past.to)
  const earliest = addMonths(to, 1 - MAX_COHORTS)
  const from = monthOf(past.from) > earliest ? monthOf(past.from) : earliest
  if (from > to) return []
  const [attributed, converted] = await Promise.all([
    loadSeries(tx, generation, { period: 'MONTH', from, to }, ['ATTRIBUTED']),
    loadCohorts(tx, generation, from, to),
  ])
  return attributed
    .toSorted((one, other) => (one.start < other.start ? -1 : 1))
    .map(({ start, amount }) => ({
      month: start,
      attributed: amount,
      conversions: converted
        .filter((it) => it.start === start)
        .map((it) => ({ month: it.key, converted: it.amount })),
    }))
}

/** A sum of one metric under one key. */
type KeyedSum = { readonly metric: Metric; readonly key: string; readonly amount: number }

type IntervalReading = DayRange & {
  readonly sums: ReadonlyMap<Metric, number>
  /** The sums by currency. */
  readonly money: readonly KeyedSum[]
}

type Working = DayRange & { readonly sums: Map<Metric, number>; readonly money: KeyedSum[] }

/** The steps of the funnel and the money in each interval of a range, as far as it is past. */
async function readIntervals(
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
