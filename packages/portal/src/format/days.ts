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

function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
