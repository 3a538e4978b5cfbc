import { type FoundDates, foundDates } from '@goodword/domain/files/found-dates'
import { parseDateFormat, parseImportDate } from '@goodword/domain/files/import-date'
import type { FieldProblem } from '../../components/fields/form-errors.ts'
import type { Option } from '../../components/fields/select.tsx'
import type { ColumnChoice } from './column-choice.ts'
import type { FileTable } from './file-table.ts'

/** How the date columns of a file are written, as far as the rows that were looked at show it. */
export function datesIn({ rows }: FileTable, read: ColumnChoice): FoundDates {
  const columns = Object.entries(read).flatMap(([field, index]) => (field.startsWith('date') ? [index] : []))
  return foundDates(rows.flatMap(({ cells }) => columns.map((index) => cells[index] ?? '')))
}

/** What was found, in a sentence; undefined where there is nothing to choose. */
export function dateHint(found: FoundDates): string | undefined {
  switch (found.kind) {
    case 'one':
      return `Found in the file: ${found.value} is ${dayIn(found.value, found.format)}.`
    case 'several': {
      const days = [...new Set(found.formats.map((it) => dayIn(found.value, it)))]
      return `${found.value} can be ${days.join(' or ')}.`
    }
    case 'unknown':
      return `No format that is known here reads all dates of the file, such as ${found.value}.`
    case 'plain':
      return undefined
  }
}

/** Nothing is guessed: a month that is read as a day moves rewards by months. */
export function undecidedDates(found: FoundDates, dateFormat: string | null): readonly FieldProblem[] {
  if (found.kind !== 'several' || dateFormat !== null) return []
  return [{ param: 'dateFormat', text: `Choose how dates are written: ${dateHint(found)}` }]
}

/** How files often write dates, beside milliseconds and ISO 8601, which are always read. */
const usualFormats = [
  ...['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY HH:mm', 'YYYY-MM-DD HH:mm:ss'],
  ...['MM/DD/YYYY hh:mm A', 's'],
]

/** The formats to choose from: the usual ones, and those that a file was found to have. */
export function dateFormatOptions(found: FoundDates): readonly Option[] {
  const own = found.kind === 'one' ? [found.format] : found.kind === 'several' ? found.formats : []
  return [...new Set([...usualFormats, ...own])].map((value) => ({ value, label: exampleOf(value) }))
}

const exampleParts: Readonly<Record<string, string>> = {
  ...{ YYYY: '2026', MM: '12', DD: '31', HH: '23', hh: '11', mm: '59', ss: '59', A: 'PM' },
}

/** A date in a format, and what it does not show by itself. */
function exampleOf(format: string): string {
  if (format === 's') return 'Seconds since 1970, as Stripe and databases write them'
  const example = format.replace(/YYYY|MM|DD|HH|hh|mm|ss|A/g, (it) => exampleParts[it] ?? it)
  const order = /^DD[/-]/.test(format) ? ', the day first' : /^MM/.test(format) ? ', the month first' : ''
  return `${example}${order}${format.includes('mm') ? ', in UTC' : ''}`
}

function dayIn(text: string, format: string): string {
  const at = parseImportDate(text, parseDateFormat(format))
  return at === null
    ? text
    : new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
