import { implausibleDate, isNoDate, parseDateFormat, parseImportDate } from './import-date.ts'

/** How a file writes its dates, as far as the values show it; `value` is one of them. */
export type FoundDates =
  /** There are none, or all are milliseconds or ISO 8601, which are read without a format. */
  | { readonly kind: 'plain' }
  | { readonly kind: 'one'; readonly format: string; readonly value: string }
  /** Each of the formats reads all values, and not all as the same days: a person has to say which is meant. */
  | { readonly kind: 'several'; readonly formats: readonly string[]; readonly value: string }
  /** None of the known formats reads all of them. */
  | { readonly kind: 'unknown'; readonly value: string }

const days = [
  ...['YYYY-MM-DD', 'DD.MM.YYYY', 'MM/DD/YYYY', 'DD/MM/YYYY'],
  ...['MM-DD-YYYY', 'DD-MM-YYYY', 'YYYY/MM/DD'],
]
/** A value may have the day alone, and its time no seconds. */
const times = ['', ...[' ', ', ', 'T'].flatMap((it) => [`${it}HH:mm:ss`, `${it}hh:mm:ss A`])]

/** Finds how the values of the date columns of a file are written. */
export function foundDates(values: readonly string[]): FoundDates {
  const texts = [...new Set(values.map((it) => it.trim()))].filter((it) => it !== '' && !isNoDate(it))
  const [first] = texts
  if (first === undefined || areReadBy(texts, null)) return { kind: 'plain' }
  if (areReadBy(texts, 's')) return { kind: 'one', format: 's', value: first }
  const formats = days.flatMap((day) => {
    const time = times.find((it) => areReadBy(texts, `${day}${it}`))
    return time === undefined ? [] : [`${day}${time}`]
  })
  const [format] = formats
  if (format === undefined) return { kind: 'unknown', value: first }
  if (formats.length === 1) return { kind: 'one', format, value: first }
  const read = (it: string) => new Set(formats.map((format) => timeIn(it, format)))
  return { kind: 'several', formats, value: texts.find((it) => read(it).size > 1) ?? first }
}

function areReadBy(texts: readonly string[], format: string | null): boolean {
  return texts.every((it) => {
    const at = timeIn(it, format)
    return at !== null && implausibleDate(it, at) === null
  })
}

function timeIn(text: string, format: string | null): number | null {
  return parseImportDate(text, format === null ? null : parseDateFormat(format))
}
