/** When a day begins in a time zone. */
export function startOfDay(day: string, timeZone: string): number {
  const guess = Date.parse(`${day}T00:00:00Z`)
  const first = guess - offsetAt(guess, timeZone)
  // The clocks may be changed between the two.
  return guess - offsetAt(first, timeZone)
}

/** The last millisecond of a day in a time zone. */
export function endOfDay(day: string, timeZone: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return startOfDay(next, timeZone) - 1
}

function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(at).map((it) => [it.type, Number(it.value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return local - Math.floor(at / 1000) * 1000
}

/**
 * A range of days in a time zone as the API takes ranges of time, `from,to`; undefined without days. An open end is left
 * out, an open start is the beginning of time.
 */
export function timeRangeOf(
  from: string | undefined,
  to: string | undefined,
  timeZone: string,
): string | undefined {
  if (from === undefined && to === undefined) return undefined
  const first = from === undefined ? '0' : String(startOfDay(from, timeZone))
  return to === undefined ? first : `${first},${endOfDay(to, timeZone)}`
}
