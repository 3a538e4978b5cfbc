import type { Statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import { COUNTED, countOnce, type Page, type PageRequest, pageOf } from './list-page.ts'

/**
 * The statements of a search by how texts begin, newest first. After the values of the ranges those of pages take how many rows,
 * and the ID that all are before; that of the count takes how far to count.
 */
export type Search = {
  readonly page: Statement
  /** The page of a beginning that very many have: it scans from the newest row on. */
  readonly pageOfMany: Statement
  readonly count: Statement
}

export async function readSearch<Row extends { id: string }>(
  tx: TenantTx,
  { page, pageOfMany, count }: Search,
  ranges: readonly string[],
  request: PageRequest,
): Promise<Page<Row>> {
  const total = await countOnce(request, [count.name, ranges], (most) => tx.rows(count, [...ranges, most]))
  const chosen = total.counted > COUNTED ? pageOfMany : page
  const rows = await tx.rows<Row>(chosen, [...ranges, request.limit + 1, request.after ?? LAST_ID])
  return pageOf(rows, total, request)
}

/** Comes after every ID. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * The texts that begin so: from the first value on, before the second one, which comes after all of them. None for an empty
 * prefix, which is what remains of a query such as `.` in another spelling.
 */
export function rangeOfPrefix(prefix: string): readonly [string, string] {
  if (prefix === '') return ['', '']
  return [prefix, `${prefix}\u{10ffff}`]
}
