import type { Interval } from './range.ts'

/** A point of the chart. Days are those of the program; only their names are made here. */
export function pointText(day: string, interval: Interval): string {
  return textOf(
    day,
    interval === 'MONTH' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' },
  )
}

/** A day of the program: `Mar 1, 2026` in an English browser. */
export function dayText(day: string): string {
  return textOf(day, { dateStyle: 'medium' })
}

/** A month such as `2026-03`: `Mar 2026`. */
export function monthText(month: string): string {
  return textOf(`${month}-01`, { month: 'short', year: 'numeric' })
}

function textOf(day: string, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', ...options })
  return format.format(new Date(`${day}T00:00:00Z`))
}
