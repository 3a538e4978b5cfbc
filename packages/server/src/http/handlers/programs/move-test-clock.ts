import type { moveTestClock as endpoint } from '@goodword/contract/endpoints/move-test-clock'
import type { TenantId } from '@goodword/domain/ids'
import { moveTestClock, readTestClock } from '../../../operations/foundation/tenants/test-clock.ts'
import type { Handler } from '../../server/handler.ts'

/**
 * Publishes what happened and runs the jobs that are due at a time of a tenant's clock; false if they take too long, or if one
 * failed. A gateway that waits for them has those tried again that failed before.
 */
export type DrainJobs = (
  tenantId: TenantId,
  drain: { readonly until: number; readonly retriesFailed: boolean },
) => Promise<boolean>

/** Jobs that take too long go on after the response, and those that failed are retried. */
export const handleMoveTestClock =
  (drainJobs?: DrainJobs): Handler<typeof endpoint> =>
  async (ctx, { tenant, body }) => {
    const now = await moveTestClock(ctx, tenant.tenantId, body.now)
    const isDone = (await drainJobs?.(tenant.tenantId, { until: now, retriesFailed: false })) ?? true
    if (isDone) return { now, movingTo: null, reached: now, jobsLeft: 0, jobsRetrying: 0 }
    // The time is the one that was asked for, whatever the clock shows by now.
    return { ...(await readTestClock(ctx, tenant.tenantId)), now }
  }
