import type { TenantId } from '@goodword/domain/values/ids'
import { addDays } from '@goodword/domain/values/interval'
import { loadProgram } from '../../../store/directory/programs.ts'
import { FIRST_ID } from '../../../store/erasure/named-codes.ts'
import { loadInReview, loadNextReview, type ReviewPosition } from '../../../store/referrals/review-times.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'
import { type FullSettings, programOf } from '../../foundation/program/program-of.ts'
import { trackIn } from '../tracking/track.ts'

type Period = Pick<FullSettings, 'reviewDays' | 'reviewEnds'>

/** A change of the review period counts for what waits already. */
export function followReviewPeriod(tx: Transaction, before: Period, after: Period): void {
  const isSame = before.reviewDays === after.reviewDays && before.reviewEnds === after.reviewEnds
  if (isSame || after.reviewDays === null || after.reviewEnds !== 'APPROVE') return
  enqueueJob(tx, { kind: 'END_REVIEWS', subject: '' })
}

/** Few enough that their accounts are locked for some milliseconds. */
const PAGE = 100
const FIRST: ReviewPosition = { review_since: 0, id: FIRST_ID as ReviewPosition['id'] }

/**
 * Decides what has waited for staff as long as the program lets it. Each side is decided when its account is locked, by what it
 * is then, so a run that is repeated or overtaken decides nothing twice. Returns when the next one is due; null if none is.
 */
export async function endReviews(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<{ readonly again: number } | null> {
  let position = FIRST
  for (;;) {
    const after: ReviewPosition = position
    const found = await ctx.writeTenant(tenantId, (tx) => endPage(tx, after))
    if (found.next === null) return found.again === null ? null : { again: found.again }
    if (signal.aborted) return { again: 0 }
    position = found.next
  }
}

type Page = { readonly next: ReviewPosition | null; readonly again: number | null }

async function endPage(tx: Transaction, after: ReviewPosition): Promise<Page> {
  const { reviewDays, reviewEnds } = programOf((await loadProgram(tx)).settings)
  if (reviewDays === null || reviewEnds !== 'APPROVE') return { next: null, again: null }
  const until = addDays(tx.now, -reviewDays)
  const rows = await loadInReview(tx, until, after, PAGE)
  if (rows.length > 0) {
    await trackIn(
      tx,
      rows.map(({ referred_account: accountId }) => ({
        actor: 'service',
        call: { accountId, source: 'server', commands: [{ kind: 'endReview' }] },
      })),
    )
  }
  const last = rows.at(-1)
  if (rows.length === PAGE && last !== undefined) return { next: last, again: null }
  const since = await loadNextReview(tx, until)
  return { next: null, again: since === null ? null : addDays(since, reviewDays) }
}
