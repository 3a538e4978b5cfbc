import type { Recurring } from '../model/catalog.ts'

const DAY_SECONDS = 86_400

type Rhythm = Pick<Recurring, 'interval' | 'intervalCount'>

/**
 * The first moment after another at which a period begins, counted from an anchor. All are seconds since the epoch.
 * @param day the day of a month, when that is not the anchor's, which may be of a month that is too short
 */
export function boundaryAfter(anchor: number, recurring: Rhythm, after: number, day?: number): number {
  const { interval, intervalCount } = recurring
  if (interval === 'day' || interval === 'week') {
    const length = intervalCount * DAY_SECONDS * (interval === 'week' ? 7 : 1)
    return anchor + (Math.floor((after - anchor) / length) + 1) * length
  }
  const months = intervalCount * (interval === 'year' ? 12 : 1)
  let count = Math.floor(monthsBetween(anchor, after) / months) - 1
  while (addMonths(anchor, count * months, day) <= after) count += 1
  return addMonths(anchor, count * months, day)
}

/** The beginning of the period that ends at an anchor. */
export function boundaryBefore(anchor: number, { interval, intervalCount }: Rhythm, day?: number): number {
  if (interval === 'day') return anchor - intervalCount * DAY_SECONDS
  if (interval === 'week') return anchor - intervalCount * 7 * DAY_SECONDS
  return addMonths(anchor, 0 - intervalCount * (interval === 'year' ? 12 : 1), day)
}

/** Calendar months later at the same time of day; the last day of a month that is too short. */
export function addMonths(moment: number, months: number, wantedDay?: number): number {
  const date = new Date(moment * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(wantedDay ?? date.getUTCDate(), lastDay)
  return Date.UTC(year, month, day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()) / 1000
}

function monthsBetween(from: number, to: number): number {
  const [first, second] = [new Date(from * 1000), new Date(to * 1000)]
  const years = second.getUTCFullYear() - first.getUTCFullYear()
  return years * 12 + second.getUTCMonth() - first.getUTCMonth()
}
