import { daysLater } from './days.ts'
import { timeInZone } from './zoned-time.ts'

/** The last millisecond of a day in a time zone. */
export function endOfDay(day: string, timeZone: string): number {
  return timeInZone(daysLater(day, 1), timeZone) - 1
}

/**
 * A range of days in a time zone as the API takes ranges of time, `from,to`; undefined without days. An open end is left
 * out, an open start is the beginning of time.
 */
export function timeRangeOf(
  from: string | undefined,
  to: string | undefined,
  timeZone: string,
): string | undefined {
  if (from === undefined && to === undefined) return undefined
  const first = from === undefined ? '0' : String(timeInZone(from, timeZone))
  return to === undefined ? first : `${first},${endOfDay(to, timeZone)}`
}
