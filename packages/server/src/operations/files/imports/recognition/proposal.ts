import { type ImportKind, type ImportMapping, importMappings } from '@goodword/domain/files/import'
import { chosenFields, proposedColumns, requiredFields } from '@goodword/domain/files/import-fields'
import { editsBetween, nearestName } from '@goodword/domain/values/nearest-name'
import { columnsOfMapping } from '../import-columns.ts'

const MAX_SHOWN = 20
const MAX_NAME = 40

/** What was found in place of a column, and what to do: a mapping whose columns these are, or names to be changed. */
export function proposalFor(names: readonly string[], kind: ImportKind, missing: readonly string[]): string {
  const found = names.map((it) => it.trim()).filter((it) => it !== '')
  const [only] = found
  if (found.length < 2) {
    return `It has only ${quoted(only ?? '')}: the first line must name the columns, separated by commas, semicolons or tabs.`
  }
  const more = found.length > MAX_SHOWN ? ` and ${found.length - MAX_SHOWN} more` : ''
  return `It has ${found.slice(0, MAX_SHOWN).map(quoted).join(', ')}${more}. ${remedy(found, kind, missing)}`
}

function remedy(found: readonly string[], kind: ImportKind, missing: readonly string[]): string {
  const mapping = importMappings.find((it) => fits(it, found, kind))
  if (mapping !== undefined) return `These are columns of ${mapping}: send the file with mapping=${mapping}.`
  const proposed = [...proposedColumns(kind, found)].filter(([field, column]) => field !== column)
  const needed = missing[0] ?? ''
  const nearest = proposed.some(([field]) => missing.includes(field)) ? null : near(needed, found, kind)
  const renamed = [...proposed, ...(nearest === null ? [] : [[needed, nearest] as const])]
  const rename = renamed.map(([field, column]) => `${quoted(column)} to "${field}"`).join(', ')
  return rename === ''
    ? `Rename columns to those of this API (${chosenFields(kind).join(', ')}), or add them.`
    : `Rename ${rename}. To fill two fields from one column, name both with a plus between: "accountId+id".`
}

/** Whether all that a kind of rows needs is among the columns of a product. */
function fits(mapping: ImportMapping, found: readonly string[], kind: ImportKind): boolean {
  const columns = columnsOfMapping(kind, mapping)
  if (columns === null) return false
  const { fields } = columns
  const has = (field: string) => (fields[field] ?? []).some((it) => found.includes(it))
  return requiredFields[kind].every((oneOf) => oneOf.some(has))
}

/** A column whose name has few typing errors. */
function near(field: string, found: readonly string[], kind: ImportKind): string | null {
  const others = found.filter((it) => !chosenFields(kind).includes(it))
  const nearest = nearestName(field, others)
  return nearest !== null && editsBetween(field, nearest) * 3 <= field.length ? nearest : null
}

function quoted(name: string): string {
  return `"${name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name}"`.toWellFormed()
}
