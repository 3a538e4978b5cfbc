import { LAST_TIME } from '../values/last-time.ts'

const DIGITS = /^\d{1,15}$/
const ISO_8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?UTC|Z|([+-])(\d\d):?(\d\d)))?$/

const MINUTE_MS = 60_000

/** How the dates of a file are written: as one of our own forms, or by a pattern. */
export type ImportDateFormat = 'ms' | 'ISO' | DatePattern

/** The parts of a date in their order, and what stands between them. */
type DatePattern = { readonly parts: readonly DatePart[]; readonly between: readonly string[] }

const dateParts = ['YYYY', 'MM', 'DD', 'HH', 'mm', 'ss'] as const
type DatePart = (typeof dateParts)[number]

/**
 * Reads how dates are written: `ms`, `ISO`, or a pattern of YYYY, MM and DD, each once and in any order, with HH:mm or
 * HH:mm:ss after it; null for anything else, such as a pattern that leaves the century or the order open.
 */
export function parseDateFormat(text: string): ImportDateFormat | null {
  if (text === 'ms' || text === 'ISO') return text
  if (text.length > 30) return null
  const pieces = text.split(/(YYYY|MM|DD|HH|mm|ss)/)
  const parts = pieces.filter((_, index) => index % 2 === 1) as DatePart[]
  const between = pieces.filter((_, index) => index % 2 === 0)
  const isWhole = between[0] === '' && between.at(-1) === ''
  const isSeparated = between.slice(1, -1).every((it) => /^(?:[./:-]|, |[ T])$/.test(it))
  const day = new Set(parts.slice(0, 3))
  const time = parts.slice(3).join('')
  const isDay = day.has('YYYY') && day.has('MM') && day.has('DD')
  return isWhole && isSeparated && isDay && ['', 'HHmm', 'HHmmss'].includes(time) ? { parts, between } : null
}

/**
 * The milliseconds since the epoch that a file gives as a number, as digits, or in ISO 8601; null for anything else. A
 * date alone is 00:00 UTC; a time needs its zone, because another one would be another moment. With a format only values
 * in that format count; a pattern has no zone, and its times are UTC.
 */
export function parseImportDate(value: unknown, format: ImportDateFormat | null = null): number | null {
  if (format !== null && format !== 'ms' && format !== 'ISO') return byPattern(value, format)
  if (typeof value === 'number') return format === 'ISO' ? null : inRange(value)
  if (typeof value !== 'string') return null
  if (DIGITS.test(value)) return format === 'ISO' ? null : inRange(Number(value))
  return format === 'ms' ? null : isoTime(value)
}

function isoTime(value: string): number | null {
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

/** Days, months and hours may have one digit, as spreadsheets write them. */
function byPattern(value: unknown, { parts, between }: DatePattern): number | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const found = new Map<DatePart, number>()
  let rest = value
  for (const [index, part] of parts.entries()) {
    const digits = (part === 'YYYY' ? /^\d{4}/ : /^\d{1,2}/).exec(rest)?.[0]
    if (digits === undefined) return null
    found.set(part, Number(digits))
    const separator = between[index + 1] ?? ''
    if (!rest.startsWith(separator, digits.length)) return null
    rest = rest.slice(digits.length + separator.length)
  }
  if (rest !== '') return null
  const [year, month, day, hour, minute, second] = dateParts.map((it) => found.get(it) ?? 0)
  if (year === undefined || month === undefined || day === undefined) return null
  if (hour === undefined || minute === undefined || second === undefined) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  const date = dayOf(year, month, day)
  return date === null ? null : inRange(date + ((hour * 60 + minute) * 60 + second) * 1000)
}

/** 00:00 UTC of a day of the calendar; null for one that no month has. */
function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null
}

function inRange(ms: number): number | null {
  return Number.isSafeInteger(ms) && ms >= 0 && ms <= LAST_TIME ? ms : null
}
