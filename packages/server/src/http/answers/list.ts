import { DEFAULT_LIMIT } from '@goodword/contract/list'
import type { Page, PageQuestion } from '../../operations/lists/page.ts'

type ListQuery = { readonly limit?: number; readonly cursor?: string; readonly totalCount?: 'exact' }

/** What the query of a list asks for. */
export function pageQuestion({ limit, cursor, totalCount }: ListQuery): PageQuestion {
  return { limit: limit ?? DEFAULT_LIMIT, cursor: cursor ?? null, countAll: totalCount === 'exact' }
}

/** What every list answers beside its entries. */
export function listAnswer(page: Page<unknown>) {
  return { count: page.rows.length, totalCount: page.total, nextCursor: page.nextCursor }
}
