import { DEFAULT_LIMIT } from '@goodword/contract/frame/list'
import { type Page, type PageQuestion, refuseFiltersBeside } from '../../page.ts'

type ListQuery = {
  readonly limit?: number
  readonly cursor?: string
  readonly totalCount?: 'exact'
  readonly order?: 'NEWEST' | 'OLDEST'
  readonly sort?: string
}

/**
 * The query of a list: a page, and the list's own filters, unparsed.
 *
 * @throws Refusal VALIDATION_FAILED for a filter that cannot be combined with `sort`
 */
export function listQuestion<Query extends ListQuery>(
  query: Query,
): { readonly page: PageQuestion; readonly filter: Omit<Query, keyof ListQuery> } {
  const { limit, cursor, totalCount, order, sort, ...filter } = query
  refuseFiltersBeside(sort, filter)
  const page = {
    limit: limit ?? DEFAULT_LIMIT,
    cursor: cursor ?? null,
    countAll: totalCount === 'exact',
    order: order === 'OLDEST' ? ('oldest' as const) : ('newest' as const),
    ...(sort === undefined ? {} : { sort }),
  }
  return { page, filter }
}

/** The fields that every list answers beside its entries. */
export function listAnswer(page: Page<unknown>) {
  return { count: page.rows.length, totalCount: page.total, nextCursor: page.nextCursor }
}
