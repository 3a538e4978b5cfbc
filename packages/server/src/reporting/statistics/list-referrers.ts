import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import { countOnce, totalOf } from '../../engine/lists/list-page.ts'
import type { Context } from '../../frame/context.ts'
import type { Page, PageQuestion } from '../../frame/page.ts'
import { isAllTime, openStatistics } from './opened-statistics.ts'
import { cursorOfPosition, positionOfCursor } from './rank-cursor.ts'
import {
  FIRST_POSITION,
  type RankedReferrer,
  rankPiecesOf,
  readReferrers,
  withLatest,
} from './read-referrers.ts'
import { countReferrers, type Rank } from './rows/top-referrers.ts'
import { type AskedRange, daysOf, rangeOf } from './statistics-range.ts'

export type AskedReferrers = AskedRange & { readonly rank: Rank }

/**
 * A page of the referrers of a range, the best ones first.
 *
 * @throws Refusal VALIDATION_FAILED for a range that cannot be answered, and for a cursor of another list
 */
export function listReferrers(
  ctx: Context,
  tenantId: TenantId,
  asked: AskedReferrers,
  { limit, cursor, countAll }: PageQuestion,
): Promise<Page<RankedReferrer>> {
  const after = cursor === null ? { position: FIRST_POSITION, count: null } : positionOfCursor(cursor)
  if (after === null) {
    const message = 'cursor must be the unchanged nextCursor of an earlier response.'
    throw new Refusal('VALIDATION_FAILED', message, 'cursor')
  }
  return ctx.readTenant(tenantId, async (tx) => {
    const opened = await openStatistics(tx)
    const { generation, calendar } = opened
    const today = calendar.dayOf(tx.now)
    const range = rangeOf(asked, null, calendar, tx.now)
    const ranked = isAllTime(opened, range, today) ? null : range
    const pieces = rankPiecesOf(ranked)
    const [found, count] = await Promise.all([
      readReferrers(tx, generation, ranked, asked.rank, after.position, limit + 1, daysOf(range, calendar)),
      countOnce(
        { countAll, count: after.count },
        ['referrers', generation, asked.rank, pieces],
        async (most) => [{ total: await countReferrers(tx, generation, asked.rank, pieces, most) }],
      ),
    ])
    const rows = withLatest(found.slice(0, limit), opened, range)
    const last = found.length > limit ? rows.at(-1) : undefined
    return {
      rows,
      total: totalOf(count, countAll),
      nextCursor: last === undefined ? null : cursorOfPosition(last.position, count),
    }
  })
}
