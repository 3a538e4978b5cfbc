import { addDays, addMonths, type Day } from '../../model/day.ts'

/** A billing period, from its first day to its last, and the day on which the next one begins. */
export type Period = { readonly start: Day; readonly end: Day; readonly next: Day }

/** The period that begins on a day; `dayOfMonth` is when bills are wanted, in a shorter month its last day. */
export function periodFrom(start: Day, months: number, dayOfMonth: number): Period {
  const next = addMonths(start, months, dayOfMonth)
  return { start, end: addDays(next, -1), next }
}

/** The first day from a given one on that is that day of its month, or the last of a shorter one. */
export function firstOn(dayOfMonth: number, from: Day): Day {
  const thisMonth = addMonths(from, 0, dayOfMonth)
  return thisMonth >= from ? thisMonth : addMonths(from, 1, dayOfMonth)
}
