import { createHash } from 'node:crypto'
import type { Transaction } from '../../frame/context.ts'
import { findClaims, insertClaims } from '../rows/import-claims.ts'
import type { ImportId } from '../rows/imports.ts'
import { isFault, type RowFault, type RowResult } from './reading/row-result.ts'

/** Something that only one row, or one owner, of a file may have; `fault` is the error of a row with another owner. */
type Claim = {
  readonly claim: string
  readonly owner: string
  readonly content: string
  readonly fault?: RowFault
}

/** The claims of a row: its record, and the values that belong to that alone. */
export type ClaimedRow = {
  readonly record: Claim
  readonly others: readonly (Claim & { readonly fault: RowFault })[]
}

/**
 * Corrects the results of a dry run by the earlier rows of the file, which are not stored: a record that they have is not
 * created again, and values that they claim for another record are taken.
 */
export async function claimRows(
  tx: Transaction,
  importId: ImportId,
  rows: readonly ClaimedRow[],
  results: readonly RowResult[],
): Promise<readonly RowResult[]> {
  const hashed = rows.map(({ record, others }) => ({ record: hashOf(record), others: others.map(hashOf) }))
  const names = hashed.flatMap(({ record, others }) => [record, ...others].map((it) => it.claim))
  const known = new Map<string, Omit<Claim, 'fault'>>(await findClaims(tx, importId, [...new Set(names)]))
  const added: Omit<Claim, 'fault'>[] = []
  const corrected = hashed.map(({ record, others }, index): RowResult => {
    const result = results[index] ?? 'unchanged'
    if (isFault(result)) return result
    const taken = [record, ...others].find(({ claim, owner }) => (known.get(claim)?.owner ?? owner) !== owner)
    if (taken?.fault !== undefined) return taken.fault
    const earlier = known.get(record.claim)
    for (const { fault: _fault, ...claim } of [record, ...others]) {
      if (known.has(claim.claim)) continue
      known.set(claim.claim, claim)
      added.push(claim)
    }
    if (earlier === undefined) return result
    return earlier.content === record.content ? 'unchanged' : 'updated'
  })
  insertClaims(tx, importId, added)
  return corrected
}

function hashOf<It extends Claim>(it: It): It {
  return { ...it, claim: hash(it.claim), owner: hash(it.owner), content: hash(it.content) }
}

/** Long enough that no two of a billion texts have the same. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
}
