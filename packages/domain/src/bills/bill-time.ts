const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** When a bill is made, in milliseconds since the epoch: at `from` at the earliest, before `until`. */
export type BillTime = { readonly from: number; readonly until: number }

/**
 * The moment of a bill. Processors give its date only; the time of day is that of earlier bills. Without one the bill may
 * be made at any time of its day (UTC).
 *
 * @param date `YYYY-MM-DD`
 * @throws RangeError if it is no date
 */
export function billTime(date: string, timeOfDayMs: number | null): BillTime {
  const startOfDay = DATE.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(startOfDay)) throw new RangeError(`Not a date: ${date}`)
  if (timeOfDayMs === null) return { from: startOfDay, until: startOfDay + DAY_MS }
  return { from: startOfDay + timeOfDayMs, until: startOfDay + timeOfDayMs + 1 }
}

/** Milliseconds since 00:00 UTC of the day. */
export function timeOfDay(instantMs: number): number {
  return ((instantMs % DAY_MS) + DAY_MS) % DAY_MS
}

/** The day of a moment (UTC), `YYYY-MM-DD`. */
export function dayOf(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10)
}
