import { readDefusedCell } from '@goodword/domain/files/csv-cell'

/** A row of a file before its values are checked; a column without a value is undefined. */
export type SourceRow = {
  readonly valueOf: (column: string) => unknown
  /** Whether the file has the column, also without a value. */
  readonly has: (column: string) => boolean
  /** The names of the columns that have a value. */
  readonly names: () => readonly string[]
}

const MAX_PATH_DEPTH = 8

/** Where each column of a CSV file is, by the name that this service has for it. */
export type Header = ReadonlyMap<string, number>

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
  for (const name of column.split('.', MAX_PATH_DEPTH)) {
    if (!hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

function hasOwn(object: unknown, name: string): object is Record<string, unknown> {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name)
}
