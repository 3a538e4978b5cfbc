import { Refusal } from '@goodword/contract/frame/refusal'
import type { TestClock } from '@goodword/contract/program/test-clock'
import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import { countJobsDue } from '../../engine/job-table/jobs-due.ts'
import { countRetryingJobs } from '../../engine/job-table/retrying-jobs.ts'
import type { Context, Transaction } from '../context.ts'
import { endClockMove as endMove, loadClockMove, moveTestClock as moveRow } from '../rows/test-clocks.ts'

/** A time this little behind the clock is taken as now: the caller read it a moment ago. */
const TOLERANCE_MS = 1000

/** More jobs that are left are not counted. */
const MAX_COUNTED_JOBS = 1000
/** A job that another job enqueues is due a little later, while the clock runs on. */
const FOLLOWING_MS = 60_000
/** A job that failed is tried again within 6 hours of the clock. A job that is due later failed after the move. */
const RETRIED_WITHIN_MS = 6 * 3_600_000 + FOLLOWING_MS

/** The state of a test tenant's clock. @throws Refusal NOT_A_TEST_TENANT on a live one */
export function readTestClock(ctx: Context, tenantId: TenantId): Promise<TestClock> {
  requireTestTenant(tenantId)
  return ctx.readTenant(tenantId, testClockIn)
}

async function testClockIn(tx: Transaction): Promise<TestClock> {
  const { now } = tx
  const move = await loadClockMove(tx)
  const still = { now, movingTo: null, reached: now, jobsLeft: 0, jobsRetrying: 0 }
  if (move === null) return still
  const [{ jobs, firstDueAt }, jobsRetrying] = await Promise.all([
    countJobsDue(tx, move.to + FOLLOWING_MS, MAX_COUNTED_JOBS),
    countRetryingJobs(tx, { without: [], until: move.to + RETRIED_WITHIN_MS, most: MAX_COUNTED_JOBS }),
  ])
  if (firstDueAt === null && jobsRetrying === 0) return still
  const reached = Math.min(Math.max(firstDueAt ?? move.to, move.from), move.to)
  return { now, movingTo: move.to, reached, jobsLeft: jobs, jobsRetrying }
}

/**
 * Ends the move of a clock to a time whose jobs were run. False while jobs wait for another attempt, those of some kinds
 * excepted: jobs that were due by then have not run yet.
 */
export async function endClockMove(
  tx: Transaction,
  to: number,
  without: readonly string[],
): Promise<boolean> {
  if ((await countRetryingJobs(tx, { without, until: Number.POSITIVE_INFINITY, most: 1 })) > 0) return false
  endMove(tx, to)
  return true
}

/**
 * Moves the clock of a test tenant ahead, from where it runs on. All reads use this clock, so everything that is due
 * by then has happened.
 *
 * @throws Refusal CLOCK_GOES_BACK for a time behind it
 */
export async function moveTestClock(ctx: Context, tenantId: TenantId, wanted: number): Promise<number> {
  requireTestTenant(tenantId)
  return ctx.writeTenant(tenantId, async (tx) => {
    const { now } = tx
    if (wanted < now - TOLERANCE_MS) {
      const message = `The clock shows ${now} and only moves ahead. Send a later time, or create another test program.`
      throw new Refusal('CLOCK_GOES_BACK', message, 'now')
    }
    return moveAheadIn(tx, ctx, wanted)
  })
}

/** Moves a test clock ahead in a transaction; a clock that is further ahead stays where it is. */
export function moveAheadIn(tx: Transaction, { clock }: Context, wanted: number): number {
  const { now } = tx
  const next = Math.max(wanted, now)
  // The machine's clock has moved on since it was read for this transaction.
  moveRow(tx, Math.max(0, next - clock.now()), { from: now, to: next })
  return next
}

/** @throws Refusal NOT_A_TEST_TENANT on a live tenant */
export function requireTestTenant(
  tenantId: TenantId,
  what = 'Only test programs have a clock that can be moved.',
): void {
  if (modeOf(tenantId) === 'test') return
  throw new Refusal('NOT_A_TEST_TENANT', `${what} Use the test_ alias.`)
}
