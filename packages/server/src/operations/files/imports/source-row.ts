import { Refusal } from '@goodword/contract/refusal'
import { readDefusedCell } from '@goodword/domain/files/csv-cell'
import type { ImportKind } from '@goodword/domain/files/import'
import { type ImportColumns, requiredFields } from './import-columns.ts'

/** A row of a file before its values are checked; a column without a value is undefined. */
export type SourceRow = {
  readonly valueOf: (column: string) => unknown
  /** Whether the file has the column, also without a value. */
  readonly has: (column: string) => boolean
  /** The names of the columns that have a value. */
  readonly names: () => readonly string[]
}

/** More columns than any export has. */
const MAX_COLUMNS = 1000
const DEEPEST_PATH = 8

/** Where each column of a CSV file is. */
export type Header = ReadonlyMap<string, number>

/**
 * Reads the names of the columns of a CSV file.
 *
 * @throws Refusal VALIDATION_FAILED for a column that is needed and missing, or is there twice
 */
export function headerOf(names: readonly string[], kind: ImportKind, { fields }: ImportColumns): Header {
  if (names.length > MAX_COLUMNS) throw wrongHeader(`The header has more than ${MAX_COLUMNS} columns.`)
  const header = new Map<string, number>()
  const used = new Set(Object.values(fields).flat())
  for (const [index, name] of names.map((it) => it.trim()).entries()) {
    if (header.has(name) && used.has(name)) throw wrongHeader(`The header has the column "${name}" twice.`)
    if (!header.has(name)) header.set(name, index)
  }
  for (const oneOf of requiredFields[kind]) {
    const columns = oneOf.flatMap((field) => fields[field] ?? [])
    if (columns.some((it) => header.has(it))) continue
    const wanted = columns.map((it) => `"${it}"`).join(' or ')
    throw wrongHeader(
      `The header has no column ${wanted}. The first line must name the columns, separated by commas, semicolons or tabs.`,
    )
  }
  return header
}

function wrongHeader(message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', message, 'body')
}

export function csvRow(header: Header, cells: readonly string[]): SourceRow {
  return {
    valueOf(column) {
      const index = header.get(column)
      const cell = index === undefined ? undefined : cells[index]
      return cell === undefined || cell === '' ? undefined : readDefusedCell(cell)
    },
    has: (column) => header.has(column),
    names: () => [...header].flatMap(([name, index]) => ((cells[index] ?? '') === '' ? [] : [name])),
  }
}

/** The values of a JSON object; a dot in the name of a column leads into an object or a list. */
export function jsonRow(object: object): SourceRow {
  return {
    valueOf: (column) => ownValue(object, column) ?? undefined,
    has: (column) => ownValue(object, column) !== undefined,
    names: () =>
      Object.entries(object).flatMap(([name, value]) => (value === null || value === '' ? [] : [name])),
  }
}

function ownValue(object: unknown, column: string): unknown {
  if (hasOwn(object, column)) return object[column]
  let value = object
  for (const name of column.split('.', DEEPEST_PATH)) {
    if (!hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

function hasOwn(object: unknown, name: string): object is Record<string, unknown> {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name)
}
