import type { Outcome } from '@goodword/domain/referrals/outcome'
import type { TenantId } from '@goodword/domain/values/ids'
import { addDays } from '@goodword/domain/values/interval'
import { NIL } from 'uuid'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { type FullSettings, programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { acceptedOf, trackIn } from '../../tracking/track.ts'
import { loadInReview, loadNextReview, loadToRemind, type ReviewPosition } from './rows/review-times.ts'

type Period = Pick<FullSettings, 'reviewDays' | 'reviewEnds'>

/** A change of the review period counts for what waits already. */
export function followReviewPeriod(tx: Transaction, before: Period, after: Period): void {
  const isSame = before.reviewDays === after.reviewDays && before.reviewEnds === after.reviewEnds
  if (isSame || after.reviewDays === null) return
  enqueueJob(tx, { kind: 'END_REVIEWS', subject: '' })
}

/** Few enough that their accounts are locked for some milliseconds. */
const PAGE = 100
const FIRST: ReviewPosition = { review_since: 0, id: NIL as ReviewPosition['id'] }

/** When staff are reminded by e-mail of a page, unless a later page ends the run before. */
const REMINDED_WITHIN_MS = 60_000

/**
 * Decides what has waited for staff as long as the program lets it, or reminds staff of it once; returns when the next of it is
 * due, null if none is. Each side is decided when its account is locked, by what it is then, so a run that is repeated or overtaken
 * decides nothing, and reminds of nothing, twice.
 */
export async function endReviews(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<number | null> {
  let position = FIRST
  for (;;) {
    const after: ReviewPosition = position
    const found = await ctx.writeTenant(tenantId, (tx) => endPage(tx, after))
    if (found.next === null) return found.again
    if (signal.aborted) return 0
    position = found.next
  }
}

type Page = { readonly next: ReviewPosition | null; readonly again: number | null }

async function endPage(tx: Transaction, after: ReviewPosition): Promise<Page> {
  const { reviewDays, reviewEnds } = programOf((await loadProgram(tx)).settings)
  if (reviewDays === null) return { next: null, again: null }
  const until = addDays(tx.now, -reviewDays)
  const load = reviewEnds === 'APPROVE' ? loadInReview : loadToRemind
  const rows = await load(tx, until, after, PAGE)
  const last = rows.length === PAGE ? (rows.at(-1) ?? null) : null
  if (rows.length > 0) {
    const tracked = await trackIn(
      tx,
      rows.map(({ referred_account: accountId }) => ({
        actor: 'service',
        call: { accountId, source: 'server', commands: [{ kind: 'endReview' }] },
      })),
    )
    if (tracked.some((it) => acceptedOf(it).outcomes.some(isReminder))) {
      const dueAt = last === null ? tx.now : tx.now + REMINDED_WITHIN_MS
      enqueueJob(tx, { kind: 'REMIND_REVIEWERS', subject: '', dueAt })
    }
  }
  if (last !== null) return { next: last, again: null }
  const since = await loadNextReview(tx, until)
  if (since === null) return { next: null, again: null }
  const endsAt = addDays(since, reviewDays)
  // Staff hear of all that became overdue within a day at once.
  return { next: null, again: reviewEnds === 'KEEP' ? Math.max(endsAt, addDays(tx.now, 1)) : endsAt }
}

function isReminder({ type }: Outcome): boolean {
  return type === 'referral.overdue'
}
