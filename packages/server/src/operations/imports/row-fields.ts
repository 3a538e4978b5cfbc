import { type FormatName, ruleOfFormat, textFormats } from '@goodword/contract/formats'
import { Refusal } from '@goodword/contract/refusal'
import { parseImportDate } from '@goodword/domain/import-date'
import type { ImportColumns } from './import-columns.ts'
import type { SourceRow } from './source-row.ts'

/** The values of a row by the names of the API. Each function throws a Refusal that names the field. */
export class RowFields {
  readonly #columns: ImportColumns
  readonly #row: SourceRow

  constructor(columns: ImportColumns, row: SourceRow) {
    this.#columns = columns
    this.#row = row
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
    if (typeof value === 'string' && textFormats[format].check(value)) return value
    throw invalid(field, `must be ${ruleOfFormat(format)}`)
  }

  requiredText(field: string, format: FormatName & keyof typeof textFormats): string {
    return this.text(field, format) ?? this.#missing(field)
  }

  /** Milliseconds since the epoch. */
  date(field: string): number | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    const at = parseImportDate(value)
    if (at !== null) return at
    throw invalid(
      field,
      'must be a time in milliseconds since the epoch, or in ISO 8601 with a time zone, such as 2026-01-31T12:00:00Z',
    )
  }

  requiredDate(field: string): number {
    return this.date(field) ?? this.#missing(field)
  }

  /** A positive integer up to `maximum`. */
  requiredAmount(field: string, maximum: number): number {
    const value = this.value(field)
    if (value === undefined) return this.#missing(field)
    const amount = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value
    if (typeof amount === 'number' && Number.isSafeInteger(amount) && amount >= 1 && amount <= maximum)
      return amount
    throw invalid(
      field,
      `must be an integer from 1 to ${maximum} in the smallest unit, such as cents of a currency`,
    )
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

const DIGITS = /^\d{1,15}$/

function invalid(field: string, rule: string): Refusal {
  return new Refusal('VALIDATION_FAILED', `"${field}" ${rule}.`, field)
}
