import { LAST_TIME } from '../values/last-time.ts'

const DIGITS = /^\d{1,15}$/
const ISO_8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?UTC|Z|([+-])(\d\d)(?::?(\d\d))?))?$/

const MINUTE_MS = 60_000

/** How the dates of a file are written: as one of our own forms, or by a pattern. */
export type ImportDateFormat = 'ms' | 's' | 'ISO' | DatePattern

/** The parts of a date in their order, and what stands between them. */
type DatePattern = { readonly parts: readonly DatePart[]; readonly between: readonly string[] }

const dateParts = ['YYYY', 'MM', 'DD', 'HH', 'hh', 'mm', 'ss', 'A'] as const
type DatePart = (typeof dateParts)[number]

/**
 * Reads how dates are written: `ms`, `s`, `ISO`, or a pattern of YYYY, MM and DD, each once and in any order, with HH:mm,
 * HH:mm:ss, hh:mm A or hh:mm:ss A after it; null for anything else, such as a pattern that leaves the century or the order
 * open.
 */
export function parseDateFormat(text: string): ImportDateFormat | null {
  if (text === 'ms' || text === 's' || text === 'ISO') return text
  if (text.length > 30) return null
  const pieces = text.split(/(YYYY|MM|DD|HH|hh|mm|ss|A)/)
  const parts = pieces.filter((_, index) => index % 2 === 1) as DatePart[]
  const between = pieces.filter((_, index) => index % 2 === 0)
  const isWhole = between[0] === '' && between.at(-1) === ''
  const isSeparated = between.slice(1, -1).every((it) => /^(?:[./:-]|, |[ T])$/.test(it))
  const day = new Set(parts.slice(0, 3))
  const time = parts.slice(3).join('')
  const isDay = day.has('YYYY') && day.has('MM') && day.has('DD')
  return isWhole && isSeparated && isDay && times.has(time) ? { parts, between } : null
}

const times: ReadonlySet<string> = new Set(['', 'HHmm', 'HHmmss', 'hhmmA', 'hhmmssA'])

/**
 * The milliseconds since the epoch that a file gives as a number, as digits, or in ISO 8601; null for anything else. A
 * date alone is 00:00 UTC; a time needs its zone, because another one would be another moment. With a format only values
 * in that format count; a pattern has no zone, its times are UTC, and a value may have the day alone.
 */
export function parseImportDate(value: unknown, format: ImportDateFormat | null = null): number | null {
  if (typeof format === 'object' && format !== null) return byPattern(value, format)
  if (format === 's') return inSeconds(value)
  if (typeof value === 'number') return format === 'ISO' ? null : inRange(value)
  if (typeof value !== 'string') return null
  if (DIGITS.test(value)) return format === 'ISO' ? null : inRange(Number(value))
  return format === 'ms' ? null : isoTime(value)
}

function inSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d{1,12}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value
  return typeof seconds === 'number' ? inRange(Math.floor(seconds * 1000)) : null
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

/** A half of the day, also as Spanish and Windows write it. */
const HALF = /^[ \u00a0\u202f]?([AaPp])(?:\.?[Mm]\.?)/

/** Days, months and hours may have one digit, as spreadsheets write them; the time and its seconds may be missing. */
function byPattern(value: unknown, { parts, between }: DatePattern): number | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const found = new Map<DatePart, number>()
  let rest = value
  for (const [index, part] of parts.entries()) {
    if (part === 'ss' && HALF.test(rest)) continue
    if (part === 'A') {
      const [whole = '', half] = HALF.exec(rest) ?? []
      if (half === undefined) return null
      found.set(part, half.toLowerCase() === 'p' ? 12 : 0)
      rest = rest.slice(whole.length)
      break
    }
    const digits = (part === 'YYYY' ? /^\d{4}/ : /^\d{1,2}/).exec(rest)?.[0]
    if (digits === undefined) return null
    found.set(part, Number(digits))
    const next = parts[index + 1]
    rest = rest.slice(digits.length)
    if (next === 'A' || (next === 'ss' && HALF.test(rest))) continue
    const separator = between[index + 1] ?? ''
    const mayEnd = next === 'HH' || next === 'hh' || next === 'ss'
    if (rest === '' && mayEnd) break
    if (!rest.startsWith(separator)) return null
    rest = rest.slice(separator.length)
    if (rest === '' && next !== undefined) return null
  }
  if (rest !== '') return null
  const of = (part: DatePart) => found.get(part) ?? 0
  const [year, month, day, minute, second] = [of('YYYY'), of('MM'), of('DD'), of('mm'), of('ss')]
  if (found.has('hh') && (of('hh') < 1 || of('hh') > 12)) return null
  const hour = found.has('hh') ? (of('hh') % 12) + of('A') : of('HH')
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

/** Nothing that can be imported happened before: a time that is earlier was written in another unit. */
const FIRST_PLAUSIBLE = Date.UTC(2000, 0, 1)
const DAY_MS = 86_400_000
/** Day 0 of the serial numbers of spreadsheets. */
const SPREADSHEET_DAY_0 = Date.UTC(1899, 11, 30)

/** Why a time that was read cannot be meant, and what it probably is; null for one that can. */
export function implausibleDate(value: unknown, at: number): string | null {
  if (at >= FIRST_PLAUSIBLE) return null
  const read = `is ${shownDay(at)}, and nothing before 2000 can be meant`
  const number = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value
  if (typeof number !== 'number') return read
  if (number * 1000 >= FIRST_PLAUSIBLE) {
    return `${read}. ${number} is probably ${shownDay(number * 1000)} in seconds since the epoch: send the file with dateFormat=s`
  }
  if (number > 36_525 && number < 80_000) {
    const day = shownDay(SPREADSHEET_DAY_0 + number * DAY_MS)
    return `${read}. ${number} is probably ${day} as the number of a day in a spreadsheet: show the column as dates there, and save the file again`
  }
  return read
}

function shownDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** MySQL's way to write that there is no date. */
export function isNoDate(value: unknown): boolean {
  return typeof value === 'string' && /^0000-00-00(?:[ T]00:00(?::00(?:\.0+)?)?Z?)?$/.test(value)
}

const likelyPatterns = ['YYYY-MM-DD', 'DD.MM.YYYY', 'MM/DD/YYYY', 'DD/MM/YYYY', 'DD-MM-YYYY', 'YYYY/MM/DD']
const likelyTimes = ['', ' HH:mm:ss', ' hh:mm A']

/** The formats in which a value can be read that is in none of our own: what a person may have to name. */
export function likelyDateFormats(value: unknown): readonly string[] {
  const formats = likelyPatterns.flatMap((day) => likelyTimes.map((time) => `${day}${time}`))
  const readable = formats.filter((it) => {
    const format = parseDateFormat(it)
    return format !== null && parseImportDate(value, format) !== null
  })
  const days = new Set<string>()
  // The first of each day: the later ones only have a time that the value does not have.
  return readable.filter((it) => !days.has(it.slice(0, 10)) && days.add(it.slice(0, 10)))
}
