import type { RawQuery } from '../requests/query.ts'

/** The number of entries of a list that cost as much as a request for one record. */
const ENTRIES_PER_TOKEN = 20
const MAX_LIMIT = 1000
/** The cost of counting all entries, however many there are. */
const EXACT_COUNT_COST = 50

/** How many tokens of the rate limit a request for a page takes, by its query before that is checked. */
export function costOfPage({ limit, totalCount }: RawQuery): number {
  // What is no number between them is refused later.
  const entries = typeof limit === 'string' && limit.length <= 4 ? Number(limit) || 1 : 1
  const ofPage = Math.ceil(Math.min(Math.max(entries, 1), MAX_LIMIT) / ENTRIES_PER_TOKEN)
  return totalCount === 'exact' ? ofPage + EXACT_COUNT_COST : ofPage
}
