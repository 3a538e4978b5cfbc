import { addDays, addMonths } from '@goodword/domain/values/interval'

/** A day such as `2026-03-01`, so many days later. */
export function daysLater(day: string, days: number): string {
  return dayAt(addDays(startOf(day), days))
}

/** The day so many months later, or the last day of a month that is shorter. */
export function monthsLater(day: string, months: number): string {
  return dayAt(addMonths(startOf(day), months))
}

/**
 * The weeks that the month of a day is in, each with seven days, also of the months beside.
 *
 * @param firstWeekday 1 for Monday to 7 for Sunday
 */
export function weeksOf(day: string, firstWeekday: number): readonly (readonly string[])[] {
  const month = day.slice(0, 7)
  const weeks: (readonly string[])[] = []
  let start = startOfWeek(`${month}-01`, firstWeekday)
  do {
    const first = start
    weeks.push(Array.from({ length: 7 }, (_, index) => daysLater(first, index)))
    start = daysLater(start, 7)
  } while (start.startsWith(month))
  return weeks
}

/** The first day of the week that a day is in. */
export function startOfWeek(day: string, firstWeekday: number): string {
  const weekday = new Date(startOf(day)).getUTCDay()
  return daysLater(day, -((weekday - firstWeekday + 7) % 7))
}

/** A day in words: `Mar 1, 2026` in an English browser. */
export function dayText(day: string): string {
  return textOfDay(day, { dateStyle: 'medium' })
}

/** A first and a last day in words. */
export function daysText(from: string, to: string): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
}

/** Days are those of the program; only their names are made here. */
export function textOfDay(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', ...options }).format(startOf(day))
}

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
