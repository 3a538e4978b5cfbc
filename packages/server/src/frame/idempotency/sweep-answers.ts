import type { Context } from '../context.ts'
import { inBatchesOf } from '../in-batches.ts'
import { sweepRequests, tenantsWithOldRequests } from '../rows/idempotent-requests.ts'
import { KEPT_MS } from './idempotent-execution.ts'

/** Few enough that the transaction is short, and no request waits for its locks. */
const MAX_BATCH = 500

/**
 * Deletes expired stored responses of the tenants that have any, one after the other; an aborted signal ends it
 * between two transactions. Responses contain names and addresses, so those of inactive tenants must be deleted as well:
 * requests alone would never do it.
 */
export async function sweepAnswers(ctx: Context, signal: AbortSignal): Promise<void> {
  await inBatchesOf(ctx, tenantsWithOldRequests(ctx.db, ctx.clock.now() - KEPT_MS), {
    size: MAX_BATCH,
    work: (tx) => sweepRequests(tx, { keptMs: KEPT_MS, now: ctx.clock.now(), limit: MAX_BATCH }),
    signal,
  })
}
