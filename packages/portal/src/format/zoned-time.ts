const MINUTE_MS = 60_000

/** A time as a field for date and time shows it in a time zone: `2026-03-01T12:30`. */
export function zonedText(at: number, timeZone: string): string {
  return new Date(at + offsetOf(at, timeZone)).toISOString().slice(0, 16)
}

/** The day that it is in a time zone. */
export function todayIn(timeZone: string, now: number): string {
  return zonedText(now, timeZone).slice(0, 10)
}

/** The time that `2026-03-01T12:30`, or the start of the day `2026-03-01`, is in a time zone. */
export function timeInZone(text: string, timeZone: string): number {
  const asUtc = Date.parse(text.includes('T') ? `${text}Z` : `${text}T00:00Z`)
  // Twice: the first offset may be that before a change of the clock.
  const near = asUtc - offsetOf(asUtc, timeZone)
  return asUtc - offsetOf(near, timeZone)
}

/** The milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetOf(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  })
  const parts = Object.fromEntries(format.formatToParts(at).map((it) => [it.type, Number(it.value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE_MS) * MINUTE_MS
}
