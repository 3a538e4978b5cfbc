import { Refusal } from '@goodword/contract/frame/refusal'
import { countOfCursor, idOfCursor, positionOfCursor } from '../engine/lists/list-cursor.ts'
import type { Page, PageOrder, PageRequest } from '../engine/lists/list-page.ts'

/** One page of a list, newest first. `total` is null when there are more than are counted. */
export type { Page }

/** The page of a list to read: at most `limit` entries after the cursor of an earlier page. */
export type PageQuestion = {
  readonly limit: number
  readonly cursor: string | null
  /** Counts everything, however much there is. */
  readonly countAll: boolean
  readonly order?: PageOrder
  /** The column by which the list is sorted; the time of creation without it. */
  readonly sort?: string
}

/** @throws Refusal VALIDATION_FAILED, naming `param`, when the cursor was never one of ours */
export function pageRequestOf(
  { limit, cursor, countAll, order, sort }: PageQuestion,
  param = 'cursor',
): PageRequest {
  const request = { limit, after: null, countAll, ...(order === undefined ? {} : { order }) }
  const sorted = sort === undefined ? request : { ...request, sort }
  if (cursor === null) return sorted
  const count = countOfCursor(cursor)
  if (sort === undefined) {
    const after = idOfCursor(cursor)
    if (after !== null) return { ...sorted, after, count }
  } else {
    const position = positionOfCursor(cursor)
    if (position !== null) return { ...sorted, after: position.id, afterValue: position.value, count }
  }
  const message = `${param} must be the unchanged nextCursor of an earlier response to the same question.`
  throw new Refusal('VALIDATION_FAILED', message, param)
}

/** @throws Refusal VALIDATION_FAILED for a filter that cannot be combined with the column by which a list is sorted */
export function refuseFiltersBeside(sort: string | undefined, filter: object): void {
  if (sort === undefined) return
  const other = Object.entries(filter).find(([name, value]) => name !== sort && value !== undefined)?.[0]
  if (other === undefined) return
  const message = `"sort=${sort}" cannot be combined with "${other}", only with a range of "${sort}": a page could have to read all entries in this order. Omit one of them.`
  throw new Refusal('VALIDATION_FAILED', message, 'sort')
}

export function mapPage<Row, Entry>(page: Page<Row>, entryOf: (row: Row) => Entry): Page<Entry> {
  return { ...page, rows: page.rows.map(entryOf) }
}

/** Data with the time of the tenant's clock at which it was read. */
export type Timed<Read> = Read & { readonly now: number }
