import { Refusal } from '@goodword/contract/frame/refusal'
import type { ImportKind } from '@goodword/domain/files/import'
import { type ImportColumns, productOf } from '@goodword/domain/files/import-columns'
import {
  chosenFields,
  foldedName,
  proposedColumns,
  requiredFields,
} from '@goodword/domain/files/import-fields'
import { editsBetween, nearestName } from '@goodword/domain/values/nearest-name'
import type { Header } from '../reading/source-row.ts'

/** More columns than any export has. */
const MAX_COLUMNS = 1000

/** The sign between the fields that one column fills. */
const AND = '+'

const MAX_SHOWN = 20

const MAX_NAME = 40

const TWO_FIELDS = ' To fill two fields from one column, name both with a plus between: "accountId+id".'

/**
 * Reads the names of the columns of a CSV file: as they are, or else in other case and with other signs between words, and
 * several fields with a plus between them.
 *
 * @throws Refusal VALIDATION_FAILED for a column that is needed and missing, or is there twice
 */
export function headerOf(names: readonly string[], kind: ImportKind, { fields }: ImportColumns): Header {
  if (names.length > MAX_COLUMNS) throw wrongHeader(`The header has more than ${MAX_COLUMNS} columns.`)
  const used = new Set(Object.values(fields).flat())
  const header = exactHeader(names, used)
  const byFold = new Map([...used].map((it) => [foldedName(it), it]))
  const isExact = new Set(header.keys())
  for (const [name, index] of [...header]) {
    const column = used.has(name) ? undefined : byFold.get(foldedName(name))
    if (column === undefined || isExact.has(column)) continue
    if (header.has(column))
      throw wrongHeader(`The header has the column "${column}" twice, written differently.`)
    header.delete(name)
    header.set(column, index)
  }
  requireColumns(names, header, kind, fields)
  return header
}

function exactHeader(names: readonly string[], used: ReadonlySet<string>): Map<string, number> {
  const header = new Map<string, number>()
  for (const [index, text] of names.entries()) {
    const name = text.trim()
    const parts = name.split(AND).map((it) => it.trim())
    for (const part of parts.length > 1 && parts.every((it) => used.has(it)) ? parts : [name]) {
      if (header.has(part) && used.has(part)) throw wrongHeader(`The header has the column "${part}" twice.`)
      if (!header.has(part)) header.set(part, index)
    }
  }
  return header
}

function requireColumns(
  names: readonly string[],
  header: Header,
  kind: ImportKind,
  fields: ImportColumns['fields'],
): void {
  for (const oneOf of requiredFields[kind]) {
    const columns = oneOf.flatMap((field) => fields[field] ?? [])
    if (columns.some((it) => header.has(it))) continue
    const wanted = columns.map((it) => `"${it}"`).join(' or ')
    throw wrongHeader(`The header has no column ${wanted}. ${proposalFor(names, kind, oneOf)}`)
  }
}

function wrongHeader(message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', message, 'body')
}

/** The names found in place of a column, with a remedy: a mapping that has these columns, or names to change. */
function proposalFor(names: readonly string[], kind: ImportKind, missing: readonly string[]): string {
  const found = names.map((it) => it.trim()).filter((it) => it !== '')
  const [only] = found
  if (found.length < 2) {
    return `It has only ${quoted(only ?? '')}: the first line must name the columns, separated by commas, semicolons or tabs.`
  }
  const more = found.length > MAX_SHOWN ? ` and ${found.length - MAX_SHOWN} more` : ''
  return `It has ${found.slice(0, MAX_SHOWN).map(quoted).join(', ')}${more}. ${remedy(found, kind, missing)}`
}

function remedy(found: readonly string[], kind: ImportKind, missing: readonly string[]): string {
  const mapping = productOf(found, kind)
  if (mapping !== null) return `These are columns of ${mapping}: send the file with mapping=${mapping}.`
  const proposed = [...proposedColumns(kind, found)]
  const needed = missing[0] ?? ''
  const isShared = (column: string) => proposed.filter((it) => it[1] === column).length > 1
  const own = proposed.filter(([field, column]) => !missing.includes(field) || !isShared(column))
  const nearest = own.some(([field]) => missing.includes(field)) ? null : near(needed, found, kind)
  // A column whose name has a typing error goes before one that stands in for it.
  const renamed = nearest === null ? proposed : [...own, [needed, nearest] as const]
  const columns = [...new Set(renamed.map(([, column]) => column))]
  const rename = columns
    .map((column) => [column, renamed.filter((it) => it[1] === column).map(([field]) => field)] as const)
    // Columns whose names are understood need no other name.
    .filter(([column, fields]) => fields.length > 1 || foldedName(column) !== foldedName(fields[0] ?? ''))
    .map(([column, fields]) => `${quoted(column)} to "${fields.join('+')}"`)
    .join(', ')
  if (rename === '')
    return `Rename columns to those of this API (${chosenFields(kind).join(', ')}), or add them.`
  const lacking = requiredFields[kind].filter((oneOf) => !renamed.some(([field]) => oneOf.includes(field)))
  const add = lacking.map((oneOf) => ` Add a column ${oneOf.map((it) => `"${it}"`).join(' or ')}.`).join('')
  return `Rename ${rename}.${add}${rename.includes('+') ? '' : TWO_FIELDS}`
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
