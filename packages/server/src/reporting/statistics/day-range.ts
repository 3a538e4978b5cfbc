import { addDays, addMonths, type Day, daysBetween, monthOf, weekOf } from './calendar.ts'
import type { CountPiece, CountRow } from './rows/counts.ts'

export const intervals = ['DAY', 'WEEK', 'MONTH'] as const
export type Interval = (typeof intervals)[number]

/** Days of a time zone, both ends included. */
export type DayRange = { readonly from: Day; readonly to: Day }

/** The days before a range, as many as it has. */
export function periodBefore({ from, to }: DayRange): DayRange {
  return { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) }
}

/** Counts of clicks that the generation does not have yet, by day. */
export function latestIn(rows: readonly CountRow[], { from, to }: DayRange): readonly CountRow[] {
  return rows.filter((it) => it.period === 'DAY' && from <= it.start && it.start <= to)
}

/** The pieces that a range is summed up from: its whole months, and the days before and after them. */
export function piecesOf({ from, to }: DayRange): readonly CountPiece[] {
  const firstMonth = monthOf(from) === from ? from : addMonths(monthOf(from), 1)
  const endOfMonths = addDays(to, 1) === addMonths(monthOf(to), 1) ? addMonths(monthOf(to), 1) : monthOf(to)
  if (firstMonth >= endOfMonths) return [{ period: 'DAY', from, to }]
  const pieces: readonly CountPiece[] = [
    { period: 'DAY', from, to: addDays(firstMonth, -1) },
    { period: 'MONTH', from: firstMonth, to: addMonths(endOfMonths, -1) },
    { period: 'DAY', from: endOfMonths, to },
  ]
  return pieces.filter((it) => it.from <= it.to)
}

/** The intervals of a range in their order; the first and the last one may be cut. */
export function intervalsOf({ from, to }: DayRange, interval: Interval): readonly DayRange[] {
  const found: DayRange[] = []
  for (let start = from; start <= to; ) {
    const next = nextInterval(start, interval)
    found.push({ from: start, to: next <= to ? addDays(next, -1) : to })
    start = next
  }
  return found
}

function nextInterval(day: Day, interval: Interval): Day {
  switch (interval) {
    case 'DAY':
      return addDays(day, 1)
    case 'WEEK':
      return addDays(weekOf(day), 7)
    case 'MONTH':
      return addMonths(monthOf(day), 1)
  }
}
