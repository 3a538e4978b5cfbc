import { textOfDay } from '../../format/days.ts'
import type { Interval } from './range.ts'

/** A point of the chart. */
export function pointText(day: string, interval: Interval): string {
  return textOfDay(
    day,
    interval === 'MONTH' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' },
  )
}

/** A month such as `2026-03`: `Mar 2026`. */
export function monthText(month: string): string {
  return textOfDay(`${month}-01`, { month: 'short', year: 'numeric' })
}
