import type { Statistics } from '@goodword/contract/statistics/statistics'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { addMonths, monthOf } from './calendar.ts'
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
import { FIRST_POSITION, readReferrers, withLatest } from './read-referrers.ts'
import {
  type CountRow,
  loadCohorts,
  loadKeyedSeries,
  loadSeries,
  loadTotals,
  type TotalRow,
} from './rows/counts.ts'
import {
  cohortAnswer,
  funnelOf,
  intervalAnswer,
  moneyAnswers,
  rewardAnswers,
  sourcesOf,
  type Total,
} from './statistics-answer.ts'
import { type AskedRange, daysOf, rangeOf } from './statistics-range.ts'

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
): Promise<Statistics> {
  return ctx.readTenant(tenantId, async (tx) => {
    const opened = await openStatistics(tx)
    const { calendar, timeZone, isRecounting, clicksUntil } = opened
    const range = rangeOf(asked, asked.interval, calendar, tx.now)
    const today = calendar.dayOf(tx.now)
    // Entries that take effect on later days have not happened.
    const past = { from: range.from, to: range.to < today ? range.to : today }
    const isAll = isAllTime(opened, past, today)
    const [totals, previous, balances, intervals, cohorts, referrers] = await Promise.all([
      readTotals(tx, opened, past, metrics),
      asked.hasPrevious === true ? readPrevious(tx, opened, periodBefore(range)) : null,
      readTotals(tx, opened, { from: EARLIEST, to: past.to }, ledgerMetrics),
      readIntervals(tx, opened, past, range, asked.interval),
      readCohorts(tx, opened, past),
      readReferrers(
        tx,
        opened.generation,
        isAll ? null : past,
        'CONVERTED',
        FIRST_POSITION,
        TOP_REFERRERS,
        daysOf(range, calendar),
      ),
    ])
    return {
      ...daysOf(range, calendar),
      timeZone,
      recounting: isRecounting,
      dateClicksCounted: clicksUntil,
      funnel: funnelOf(totals),
      previous,
      intervals,
      ...sourcesOf(totals),
      cohorts,
      rewards: rewardAnswers(totals, balances),
      money: moneyAnswers(totals),
      referrers: withLatest(referrers, opened, past).map(({ position: _, ...it }) => it),
    }
  })
}

async function readPrevious(
  tx: Transaction,
  opened: OpenedStatistics,
  range: DayRange,
): Promise<Statistics['previous']> {
  const totals = await readTotals(tx, opened, range, [...funnelMetrics, ...moneyMetrics])
  return { ...daysOf(range, opened.calendar), funnel: funnelOf(totals), money: moneyAnswers(totals) }
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
): Promise<Statistics['cohorts']> {
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
    .map(({ start, amount }) =>
      cohortAnswer(
        start,
        amount,
        converted.filter((it) => it.start === start),
      ),
    )
}

type Counted = DayRange & { readonly totals: Total[] }

/** The steps of the funnel and the money in each interval of a range, as far as it is past. */
async function readIntervals(
  tx: Transaction,
  { generation, latest }: OpenedStatistics,
  past: DayRange,
  range: DayRange,
  interval: Interval,
): Promise<Statistics['intervals']> {
  const whole = interval === 'MONTH' ? piecesOf(past) : [{ period: 'DAY' as const, ...past }]
  const pieces = past.from > past.to ? [] : whole
  const [steps, money] = await Promise.all([
    Promise.all(pieces.map((it) => loadSeries(tx, generation, it, funnelMetrics))),
    Promise.all(pieces.map((it) => loadKeyedSeries(tx, generation, it, moneyMetrics))),
  ])
  const found = intervalsOf(range, interval).map((it): Counted => ({ ...it, totals: [] }))
  const counted = [...steps.flat(), ...latestIn(latest.counts, past)]
  for (const [{ totals }, { metric, amount }] of inIntervals(found, counted)) {
    if (isMetricOf(funnelMetrics, metric)) totals.push({ metric, key: '', amount })
  }
  for (const [{ totals }, { metric, key, amount }] of inIntervals(found, money.flat())) {
    if (isMetricOf(moneyMetrics, metric)) totals.push({ metric, key, amount })
  }
  return found.map((it) => intervalAnswer(it, it.totals))
}

/** Each row with the interval that it is in; the intervals are in the order of time. */
function* inIntervals<Row extends Pick<CountRow, 'start'>>(
  intervals: readonly Counted[],
  rows: readonly Row[],
): Iterable<readonly [Counted, Row]> {
  let index = 0
  for (const row of rows.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    while ((intervals[index]?.to ?? row.start) < row.start) index += 1
    const interval = intervals[index]
    if (interval !== undefined) yield [interval, row]
  }
}
