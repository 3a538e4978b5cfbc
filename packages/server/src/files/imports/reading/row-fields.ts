import { type FormatName, ruleOfFormat, textFormats } from '@goodword/contract/frame/formats'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { ImportColumns } from '@goodword/domain/files/import-columns'
import {
  type ImportDateFormat,
  implausibleDate,
  isNoDate,
  likelyDateFormats,
  parseImportDate,
} from '@goodword/domain/files/import-date'
import parseSecurely from 'secure-json-parse'
import type { SourceRow } from './source-row.ts'

/** How a file writes dates, as it was named and as it was read. */
export type DateFormat = { readonly name: string; readonly parsed: ImportDateFormat }

/** The values of a row by the names of the API. Each function throws a Refusal that names the field. */
export class RowFields {
  readonly #columns: ImportColumns
  readonly #row: SourceRow
  readonly #dateFormat: DateFormat | null

  constructor(columns: ImportColumns, row: SourceRow, dateFormat: DateFormat | null = null) {
    this.#columns = columns
    this.#row = row
    this.#dateFormat = dateFormat
    const { only } = columns
    if (only === undefined || row.valueOf(only.column) === only.value) return
    throw new Refusal('VALIDATION_FAILED', `Only rows whose ${only.column} is ${only.value} can be imported.`)
  }

  /** The value in the first column that has one. */
  value(field: string): unknown {
    for (const column of this.#columns.fields[field] ?? []) {
      const value = this.#row.valueOf(column)
      if (value !== undefined && value !== null && value !== '') return value
    }
    return undefined
  }

  text(field: string, format: FormatName & keyof typeof textFormats): string | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    if (typeof value === 'string' && ROUNDED.test(value) && format !== 'email-address')
      throw rounded(field, value)
    if (typeof value === 'string' && textFormats[format].check(value)) return value
    throw invalid(field, `must be ${ruleOfFormat(format)}`)
  }

  requiredText(field: string, format: FormatName & keyof typeof textFormats): string {
    return this.text(field, format) ?? this.#missing(field)
  }

  /** Milliseconds since the epoch. */
  date(field: string): number | undefined {
    const value = this.value(field)
    if (value === undefined || isNoDate(value)) return undefined
    const format = this.#dateFormat
    const at = parseImportDate(value, format?.parsed ?? null)
    const fault = at === null ? unreadDate(value, format) : implausibleDate(value, at)
    if (at !== null && fault === null) return at
    throw invalid(field, fault ?? 'must be a date')
  }

  /** A time that is over. */
  pastDate(field: string, now: number): number | undefined {
    const at = this.date(field)
    if (at !== undefined && at > now) throw invalid(field, 'is in the future')
    return at
  }

  /** Whether the file has the field, also without a value. */
  has(field: string): boolean {
    return (this.#columns.fields[field] ?? []).some((column) => this.#row.has(column))
  }

  /** A text of ours, up to `longest` characters. */
  note(field: string, longest: number): string | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    if (
      typeof value === 'string' &&
      value.length <= longest &&
      value.isWellFormed() &&
      !CONTROL.test(value)
    ) {
      return value
    }
    throw invalid(field, `must be a text of at most ${longest} characters`)
  }

  word<Word extends string>(field: string, words: readonly Word[]): Word | undefined {
    const value = this.value(field)
    const found = words.find((it) => it === value)
    if (value === undefined || found !== undefined) return found
    throw invalid(field, `must be one of ${words.join(', ')}`)
  }

  /** A value of JSON: itself in NDJSON, as a text in a CSV file. */
  json(field: string): unknown {
    const value = this.value(field)
    if (typeof value !== 'string') return value
    try {
      return parseSecurely(value, null, { protoAction: 'remove', constructorAction: 'remove' })
    } catch {
      throw invalid(field, 'must be JSON, as exports write it')
    }
  }

  requiredDate(field: string): number {
    return this.date(field) ?? this.#missing(field)
  }

  /** A positive integer up to `maximum`. */
  requiredAmount(
    field: string,
    maximum: number,
    of = 'the smallest unit, such as cents of a currency',
  ): number {
    const value = this.value(field)
    if (value === undefined) return this.#missing(field)
    const amount = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value
    if (typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 1 && amount <= maximum)
      return amount
    throw invalid(field, `must be an integer from 1 to ${maximum}: ${of}`)
  }

  /** What is owed: a negative integer down to `-maximum`, as a positive one. */
  requiredDebt(field: string, maximum: number): number {
    const value = this.value(field)
    if (value === undefined) return this.#missing(field)
    const owed = typeof value === 'string' && DIGITS.test(value.replace(/^-/, '')) ? Number(value) : value
    if (typeof owed === 'number' && Number.isSafeInteger(owed) && owed <= -1 && owed >= -maximum) return -owed
    throw invalid(field, `must be an integer from ${-maximum} to -1: what is owed of a share`)
  }

  /** The status in our words; undefined when the row has none. */
  status<Status extends string>(field: string, statuses: readonly Status[]): Status | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    const { statuses: words } = this.#columns
    const known = words ?? Object.fromEntries(statuses.map((it) => [it, it]))
    const status = typeof value === 'string' && Object.hasOwn(known, value) ? known[value] : undefined
    if (status === null) {
      throw new Refusal('VALIDATION_FAILED', `A row with this ${field} is no referral.`, field)
    }
    const found = statuses.find((it) => it === status)
    if (found !== undefined) return found
    throw invalid(field, `must be one of ${Object.keys(known).join(', ')}`)
  }

  #missing(field: string): never {
    const columns = (this.#columns.fields[field] ?? []).map((it) => `"${it}"`).join(' or ')
    throw new Refusal('VALIDATION_FAILED', `"${field}" is missing: the row has no ${columns}.`, field)
  }
}

function unreadDate(value: unknown, format: DateFormat | null): string {
  if (format !== null) return `must be a date in the format ${format.name}`
  const likely = likelyDateFormats(value).map((it) => `dateFormat=${it}`)
  const remedy =
    likely.length === 0
      ? 'Name another format with `dateFormat`'
      : `Send the file with ${likely.join(' or ')}`
  return `must be a time in milliseconds since the epoch, or in ISO 8601 with a time zone, such as 2026-01-31T12:00:00Z. ${remedy}`
}

/** How spreadsheets show a number that is wider than its column. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d+$/i

function rounded(field: string, value: string): Refusal {
  return invalid(
    field,
    `is ${value}: a spreadsheet rounded a long number, and its other digits are lost. Export the file again, and open it with this column as text`,
  )
}

const DIGITS = /^\d{1,15}$/
const CONTROL = /\p{Cc}/u

export function invalid(field: string, rule: string): Refusal {
  return new Refusal('VALIDATION_FAILED', `"${field}" ${rule}.`, field)
}
