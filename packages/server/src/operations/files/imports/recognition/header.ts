import { Refusal } from '@goodword/contract/refusal'
import type { ImportKind } from '@goodword/domain/files/import'
import type { ImportColumns } from '@goodword/domain/files/import-columns'
import { foldedName, requiredFields } from '@goodword/domain/files/import-fields'
import type { Header } from '../source-row.ts'
import { proposalFor } from './proposal.ts'

/** More columns than any export has. */
const MAX_COLUMNS = 1000

/** The sign between the fields that one column fills. */
const AND = '+'

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
