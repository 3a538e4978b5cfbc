import { DEFAULT_LIMIT } from '@goodword/contract/list'
import type { Page, PageQuestion } from '../../operations/lists/page.ts'

type ListQuery = { readonly limit?: number; readonly cursor?: string; readonly totalCount?: 'exact' }

/** The query of a list: a page, and the list's own filters, unparsed. */
export function listQuestion<Query extends ListQuery>(
  query: Query,
): { readonly page: PageQuestion; readonly filter: Omit<Query, keyof ListQuery> } {
  const { limit, cursor, totalCount, ...filter } = query
  const page = { limit: limit ?? DEFAULT_LIMIT, cursor: cursor ?? null, countAll: totalCount === 'exact' }
  return { page, filter }
}

/** What every list answers beside its entries. */
export function listAnswer(page: Page<unknown>) {
  return { count: page.rows.length, totalCount: page.total, nextCursor: page.nextCursor }
}
