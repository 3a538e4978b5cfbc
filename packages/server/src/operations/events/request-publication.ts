import type { TenantId } from '@goodword/domain/ids'
import { hasUnpublishedEvents } from '../../store/outward/event-outbox.ts'
import type { Context } from '../context.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'

/** Enqueues the publisher of a tenant if the tenant has events to publish. Returns whether it has. */
export function requestPublication(ctx: Context, tenantId: TenantId): Promise<boolean> {
  return ctx.writeTenant(tenantId, async (tx) => {
    if (!(await hasUnpublishedEvents(tx))) return false
    enqueueJob(tx, { kind: 'PUBLISH_EVENTS', subject: '' })
    return true
  })
}
