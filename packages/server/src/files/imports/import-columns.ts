import { Refusal } from '@goodword/contract/frame/refusal'
import type { ImportKind, ImportMapping } from '@goodword/domain/files/import'
import {
  columnsOfMapping,
  type ImportColumns,
  kindsOfMapping,
  ownColumnsOf,
} from '@goodword/domain/files/import-columns'

/** The last column of a file of rejected rows: why each was rejected. */
export const REASON_COLUMN = 'rejectedBecause'

/** The columns of our exports that follow from others: they are not reported as ignored. */
const informativeColumns: Readonly<Record<ImportKind, readonly string[]>> = {
  users: ['shareLink', 'shareLinks', 'dateCreated'],
  referrals: [
    ...['id', 'referrerUser', 'referredUser', 'referredUserId', 'referrerRewardId', 'referredRewardId'],
    ...['fraudSignals', 'reasons'],
  ],
  balances: [],
}

/**
 * The columns of a kind of files: our own without a mapping.
 *
 * @throws Refusal VALIDATION_FAILED if the product's documentation names no columns for this kind
 */
export function importColumnsOf(kind: ImportKind, mapping: ImportMapping | null): ImportColumns {
  if (mapping === null) return ownColumnsOf(kind)
  const columns = columnsOfMapping(kind, mapping)
  if (columns !== null) return columns
  const kinds = kindsOfMapping(mapping).join(' and ')
  throw new Refusal(
    'VALIDATION_FAILED',
    `The mapping ${mapping} is for ${kinds}. Rename the columns of the file to those of this API, and omit "mapping".`,
    'mapping',
  )
}

/** The columns that are not imported, by the names of those that a file has. */
export function ignoredColumns(
  names: readonly string[],
  kind: ImportKind,
  { fields, only }: ImportColumns,
): readonly string[] {
  const columns = [
    ...Object.values(fields).flat(),
    ...[only?.column ?? '', REASON_COLUMN],
    ...informativeColumns[kind],
  ]
  const known = new Set(columns.flatMap((it) => [it, it.split('.')[0] ?? it]))
  return [...new Set(names)].filter((it) => it !== '' && !known.has(it))
}
