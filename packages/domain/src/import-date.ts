import { LAST_TIME } from './last-time.ts'

const DIGITS = /^\d{1,15}$/
const ISO_8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?UTC|Z|([+-])(\d\d):?(\d\d)))?$/

const MINUTE_MS = 60_000

/**
 * The milliseconds since the epoch that a file gives as a number, as digits, or in ISO 8601; null for anything else. A
 * date alone is 00:00 UTC; a time needs its zone, because another one would be another moment.
 */
export function parseImportDate(value: unknown): number | null {
  if (typeof value === 'number') return inRange(value)
  if (typeof value !== 'string') return null
  if (DIGITS.test(value)) return inRange(Number(value))
  const parts = ISO_8601.exec(value)
  if (parts === null) return null
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((it) => Number(it ?? 0))
  const milliseconds = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  if (hour === undefined || minute === undefined || second === undefined) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  const date = dayOf(year ?? 0, month ?? 0, day ?? 0)
  const offset = (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0)) * MINUTE_MS
  if (date === null || Number(parts[9] ?? 0) > 14 || Number(parts[10] ?? 0) > 59) return null
  const local = date + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
  return inRange(parts[8] === '-' ? local + offset : local - offset)
}

/** 00:00 UTC of a day of the calendar; null for one that no month has. */
function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null
}

function inRange(ms: number): number | null {
  return Number.isSafeInteger(ms) && ms >= 0 && ms <= LAST_TIME ? ms : null
}
