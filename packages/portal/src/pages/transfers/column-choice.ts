import { quotedCell } from '@goodword/domain/files/csv-record'
import type { ImportKind, ImportMapping } from '@goodword/domain/files/import'
import { columnsOfMapping } from '@goodword/domain/files/import-columns'
import {
  chosenFields,
  foldedName,
  proposedColumns,
  requiredFields,
} from '@goodword/domain/files/import-fields'
import type { FieldProblem } from '../../components/fields/form-errors.ts'
import type { FileTable } from './file-table.ts'

/** The column that each field is read from, by its place in the file; a field without one is left out. */
export type ColumnChoice = Readonly<Record<string, number>>

/** The proposed fields of a file's columns. */
export function proposedChoice(kind: ImportKind, { columns }: FileTable): ColumnChoice {
  const proposed = proposedColumns(kind, columns)
  return Object.fromEntries([...proposed].map(([field, column]) => [field, columns.indexOf(column)]))
}

/** The column that each field is read from: the chosen one, or that of a product’s mapping, of which the first counts. */
export function columnsRead(
  { columns }: FileTable,
  kind: ImportKind,
  mapping: ImportMapping | null,
  choice: ColumnChoice,
): ColumnChoice {
  if (mapping === null) return choice
  const fields = Object.entries(columnsOfMapping(kind, mapping)?.fields ?? {})
  return Object.fromEntries(
    fields.flatMap(([field, names]) => {
      const index = names.map((it) => columns.indexOf(it)).find((it) => it >= 0)
      return index === undefined ? [] : [[field, index]]
    }),
  )
}

/** The required fields without a column. */
export function missingColumns(kind: ImportKind, choice: ColumnChoice): readonly FieldProblem[] {
  return requiredFields[kind].flatMap((oneOf) => {
    const [first = ''] = oneOf
    if (oneOf.some((field) => choice[field] !== undefined)) return []
    const text = oneOf.length === 1 ? 'Choose the column.' : 'Choose a column for this field or the next one.'
    return [{ param: `columns.${first}`, text }]
  })
}

/** The names that the header of the file is sent with: each column has those of the fields that it fills. */
export function headerFor(kind: ImportKind, { columns }: FileTable, choice: ColumnChoice): readonly string[] {
  const own = new Set(chosenFields(kind).map(foldedName))
  return columns.map((name, index) => {
    const fields = chosenFields(kind).filter((it) => choice[it] === index)
    if (fields.length > 0) return fields.join('+')
    // A column that was not chosen must not be read by its name.
    return own.has(foldedName(name)) ? `${name} (not imported)` : name
  })
}

/** The file with another header. The rest of it is not read into memory. */
export function withHeader(file: File, table: FileTable, names: readonly string[]): File {
  if (names.every((it, index) => it === table.columns[index])) return file
  const header = names.map((it) => quotedCell(it)).join(table.separator)
  const parts = [file.slice(0, table.headerStart), header, file.slice(table.headerEnd)]
  return new File(parts, file.name, { type: file.type })
}
