const DAY_MS = 86_400_000
export const LAST_DAY = 365

/** Each move of the clock does what is due until then, so that a move a week is much faster than one for each day. */
const DAYS_OF_A_MOVE = 7
/** From then on the clock is moved each day: the portal shows the last month by days. */
const FIRST_SINGLE_DAY = 301
const BILLING_HOUR = 6

/** A time in the year, in milliseconds since the epoch. */
export function timeOf(startedAt: number, day: number): number {
  return Math.round(startedAt + day * DAY_MS)
}

/**
 * The days after the beginning of the year on which its day of the month comes again. Cards are charged first on one of them, so
 * that all bills of a month are made on one day.
 */
export function monthDays(startedAt: number): readonly number[] {
  return Array.from({ length: 11 }, (_, index) => {
    const start = new Date(startedAt)
    const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + index + 1]
    const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    const day = Date.UTC(year, month, Math.min(start.getUTCDate(), lastOfMonth))
    return Math.round((day - dayStart(startedAt)) / DAY_MS)
  })
}

/** The hour before the bills of a day are made at the gateway, as a number of days. */
export function beforeBills(startedAt: number, day: number): number {
  return day + (dayStart(startedAt) + (BILLING_HOUR - 1) * 3_600_000 - startedAt) / DAY_MS
}

/** The day to which the clock is moved for what happens on a day: itself, or the beginning of its week. */
export function moveFor(startedAt: number): (day: number) => number {
  const months = monthDays(startedAt)
  return (day) => {
    if (day >= FIRST_SINGLE_DAY || !Number.isInteger(day)) return day
    const week = day - (day % DAYS_OF_A_MOVE)
    return months.findLast((it) => it <= day && it > week) ?? week
  }
}

function dayStart(time: number): number {
  return time - (time % DAY_MS)
}
