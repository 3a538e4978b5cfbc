import { Refusal } from '@goodword/contract/refusal'
import { idOfCursor, type Page, type PageOrder, type PageRequest } from '../../store/lists/list-page.ts'

/** One page of a list, newest first. `total` is null when there are more than are counted. */
export type { Page }

/** The page of a list to read: at most `limit` entries after the cursor of an earlier page. */
export type PageQuestion = {
  readonly limit: number
  readonly cursor: string | null
  /** Counts everything, however much there is. */
  readonly countAll: boolean
  readonly order?: PageOrder
}

/** @throws Refusal VALIDATION_FAILED, naming `param`, when the cursor was never one of ours */
export function pageRequestOf(
  { limit, cursor, countAll, order }: PageQuestion,
  param = 'cursor',
): PageRequest {
  const after = cursor === null ? null : idOfCursor(cursor)
  if (cursor !== null && after === null) {
    const message = `${param} must be the unchanged nextCursor of an earlier response.`
    throw new Refusal('VALIDATION_FAILED', message, param)
  }
  return { limit, after, countAll, ...(order === undefined ? {} : { order }) }
}

export function mapPage<Row, Reading>(page: Page<Row>, reading: (row: Row) => Reading): Page<Reading> {
  return { ...page, rows: page.rows.map(reading) }
}

/** What was read, with the time of the tenant's clock at which it was so. */
export type Timed<Reading> = Reading & { readonly now: number }
