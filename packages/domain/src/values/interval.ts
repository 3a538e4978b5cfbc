export const BILLING_INTERVAL_TYPES = ['DAY', 'WEEK', 'MONTH', 'QUARTER', 'SEMI_ANNUAL', 'YEAR'] as const
export type BillingIntervalType = (typeof BILLING_INTERVAL_TYPES)[number]

const DAY_MS = 86_400_000

/**
 * The instant so many calendar months later (earlier if negative), in UTC: the same day and time of day, or the last
 * day of a month too short for it, so that 31 January and one month is 28 or 29 February.
 *
 * Count from the first instant, not from the last result: clamping is not undone by a longer month.
 *
 * @param instantMs milliseconds since the epoch
 * @throws RangeError if the result is no date
 */
export function addMonths(instantMs: number, months: number): number {
  const date = new Date(instantMs)
  const day = date.getUTCDate()
  // By way of the first of the month: a day that the target month lacks would spill into the next one.
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  date.setUTCDate(Math.min(day, lastDayOfMonth(date)))
  return validInstant(date.getTime())
}

/** The instant so many times 24 hours later (earlier if negative); UTC has no longer or shorter days. */
export function addDays(instantMs: number, days: number): number {
  return validInstant(new Date(instantMs + days * DAY_MS).getTime())
}

/** 00:00 UTC of the day that holds the instant. */
export function startOfDay(instantMs: number): number {
  return validInstant(new Date(instantMs).setUTCHours(0, 0, 0, 0))
}

function lastDayOfMonth(date: Date): number {
  const last = new Date(date)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return last.getUTCDate()
}

function validInstant(instantMs: number): number {
  if (Number.isNaN(instantMs)) throw new RangeError('The instant is outside the range of dates')
  return instantMs
}
