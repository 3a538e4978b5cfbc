/** A calendar date, `YYYY-MM-DD`, always in UTC. */
export type Day = string & { readonly isDay: true }

const DAY_MS = 86_400_000

/** The day of a moment in milliseconds since the epoch. */
export function dayOf(moment: number): Day {
  return new Date(moment).toISOString().slice(0, 10) as Day
}

/** The moment at which an hour of a day begins. */
export function momentOf(day: Day, hour = 0): number {
  return Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000
}

/** Reads a date, or the date of a time, as the SDKs write them; null when it is none. */
export function parseDay(text: string): Day | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text)?.[1]
  if (day === undefined || Number.isNaN(Date.parse(text.replace(/ UTC$/, 'Z')))) return null
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && dayOf(time) === day ? (day as Day) : null
}

export function addDays(day: Day, days: number): Day {
  return dayOf(momentOf(day) + days * DAY_MS)
}

/** The day some months later, or the last of that month; `dayOfMonth` is the day wanted, which may be the 31st. */
export function addMonths(day: Day, months: number, dayOfMonth = Number(day.slice(8))): Day {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month, Math.min(dayOfMonth, last)))
}

/** How many days lie between: 1 from a day to the next. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((momentOf(to) - momentOf(from)) / DAY_MS)
}
