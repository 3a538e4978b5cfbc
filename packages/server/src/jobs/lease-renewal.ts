import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../operations/foundation/context.ts'
import { stopwatch } from '../platform/clock.ts'
import { type HeldJob, renewLease } from '../store/jobs/settled-jobs.ts'

/** Another worker may have taken the job: this run must have no further effect. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Renews the lease of a run until it is ended; returns how to end that. `lost` is called when the lease was lost, or could
 * not be renewed for as long as it lasts.
 */
export function keepLease(
  ctx: Context,
  tenantId: TenantId,
  job: HeldJob,
  leaseMs: number,
  lost: (reason: LeaseLost) => void,
): () => void {
  let renewedAt = stopwatch.now()
  let isRenewing = false
  const timer = setInterval(() => {
    if (stopwatch.now() - renewedAt >= leaseMs) lose('the lease could not be renewed')
    else if (!isRenewing) void renew()
  }, leaseMs / 3)
  timer.unref()
  return () => clearInterval(timer)

  async function renew(): Promise<void> {
    isRenewing = true
    const askedAt = stopwatch.now()
    try {
      if (await ctx.writeTenant(tenantId, (tx) => renewLease(tx, job, leaseMs))) renewedAt = askedAt
      else lose('another worker has taken the job')
    } catch {
      // The next interval tries again, as long as the lease lasts.
    } finally {
      isRenewing = false
    }
  }

  function lose(reason: string): void {
    clearInterval(timer)
    lost(new LeaseLost(reason))
  }
}
