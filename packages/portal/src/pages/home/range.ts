import type { InputOf } from '../../api/client.ts'
import { daysLater } from '../../format/days.ts'

/** The usual ranges, as they are offered. */
export const rangeWords = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  month: 'This month',
}

type RangeName = keyof typeof rangeWords | 'own'
export type Interval = NonNullable<NonNullable<NonNullable<InputOf<'readStatistics'>>['query']>['interval']>

/** The range in the address of the page; every part may be missing. */
export type RangeSearch = {
  readonly range?: RangeName | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly interval?: Interval | undefined
}

/** The range as the API takes it; both days are within it. */
export type Range = { readonly from: string; readonly to: string; readonly interval: Interval }

const DAY_MS = 86_400_000
const daysOf = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const
/** A longer range would give the chart more points than it can show. */
const MAX_DAILY = 92
const MAX_WEEKLY = 2800
const MAX_DAYS = 12_000

/** The days and the interval of the page. A day that is not one, or days in the wrong order, are replaced. */
export function rangeOf({ range = '30d', from, to, interval }: RangeSearch, today: string): Range {
  const last = range === 'own' && isDay(to) && to <= today ? to : today
  const wanted =
    range === 'own' ? from : range === 'month' ? `${last.slice(0, 8)}01` : daysLater(last, 1 - daysOf[range])
  const first = isDay(wanted) && wanted <= last ? wanted : daysLater(last, -29)
  const start = dayCount(first, last) > MAX_DAYS ? daysLater(last, 1 - MAX_DAYS) : first
  const days = dayCount(start, last)
  return { from: start, to: last, interval: fittingInterval(days, interval) }
}

/** The usual range as it ended on the last day that anything happened, for a page that would be empty otherwise. */
export function lastActiveSearch(
  lastDay: string,
): RangeSearch & { readonly from: string; readonly to: string } {
  return { range: 'own', from: daysLater(lastDay, 1 - daysOf['30d']), to: lastDay }
}

function fittingInterval(days: number, wanted: Interval | undefined): Interval {
  if (days > MAX_WEEKLY) return 'MONTH'
  const shortest = days > MAX_DAILY ? 'WEEK' : 'DAY'
  return wanted === undefined || (wanted === 'DAY' && shortest === 'WEEK') ? shortest : wanted
}

function dayCount(from: string, to: string): number {
  return Math.round((startOf(to) - startOf(from)) / DAY_MS) + 1
}

function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^[12][0-9]{3}-[01][0-9]-[0-3][0-9]$/.test(text)) return false
  const at = startOf(text)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
