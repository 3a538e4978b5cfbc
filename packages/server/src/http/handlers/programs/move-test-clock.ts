import type { moveTestClock as endpoint } from '@goodword/contract/endpoints/move-test-clock'
import type { TenantId } from '@goodword/domain/ids'
import { moveTestClock } from '../../../operations/tenants/test-clock.ts'
import type { Handler } from '../../handler.ts'

/** Publishes what happened and runs the jobs that are due at a time of a tenant's clock; false if they take too long. */
export type DrainJobs = (tenantId: TenantId, until: number) => Promise<boolean>

/** Jobs that take too long go on after the response. */
export const handleMoveTestClock =
  (drainJobs?: DrainJobs): Handler<typeof endpoint> =>
  async (ctx, { tenant, body }) => {
    const now = await moveTestClock(ctx, tenant.tenantId, body.now)
    await drainJobs?.(tenant.tenantId, now)
    return { now }
  }
