import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../../frame/context.ts'
import { enqueueJob } from '../../../frame/jobs/enqueue-job.ts'
import { loadCommittedUntil } from '../rows/raw-clicks.ts'
import { uncountedTenants } from '../rows/uncounted-tenants.ts'
import { type CommittedUntil, countPiece } from './count-piece.ts'

/** Counts the uncounted events and clicks of a tenant, in short transactions. True when the signal ended it before. */
export async function countStatistics(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
  committedUntil: CommittedUntil = loadCommittedUntil,
): Promise<boolean> {
  while (!signal.aborted) {
    const hasMore = await ctx.writeTenant(tenantId, (tx) => countPiece(tx, committedUntil))
    if (!hasMore) return false
  }
  return true
}

/** Asks for a job in every tenant that has something to count. */
export async function findUncounted(ctx: Context, signal: AbortSignal): Promise<void> {
  for await (const tenantId of uncountedTenants(ctx.db)) {
    if (signal.aborted) return
    await ctx.writeTenant(tenantId, async (tx) => enqueueJob(tx, { kind: 'COUNT_STATISTICS', subject: '' }))
  }
}
