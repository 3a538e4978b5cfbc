import type { TenantId } from '@goodword/domain/ids'
import type { Context } from '../operations/context.ts'
import { enqueueJob } from '../operations/jobs/enqueue-job.ts'
import { expireLeases, promoteJobs, takeJob, takeJobs } from '../store/jobs/taken-jobs.ts'
import { hasUnpublishedEvents } from '../store/outward/event-outbox.ts'
import { MOST_ATTEMPTS } from './backoff.ts'
import type { TakenJob } from './run-job.ts'

const MOST_AT_ONCE = 1000
const LEASE_ENDED = 'LeaseEnded: the process that ran the job ended or lost its connection to the database'

/**
 * Makes all jobs of a tenant ready that are due or whose lease has ended; answers how many. By the tenant's own clock, or
 * up to `until` on it.
 */
export async function promoteDueJobs(ctx: Context, tenantId: TenantId, until?: number): Promise<number> {
  let promoted = 0
  for (;;) {
    const { all, hasMore } = await promoteSomeJobs(ctx, tenantId, until)
    promoted += all
    if (!hasMore) return promoted
  }
}

/** The same in one transaction, for up to 1,000 jobs that are due. */
export async function promoteSomeJobs(
  ctx: Context,
  tenantId: TenantId,
  until?: number,
): Promise<{ readonly all: number; readonly hasMore: boolean }> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const aheadMs = until === undefined ? tx.aheadMs : until - tx.now + tx.aheadMs
    const [expired, due] = await Promise.all([
      expireLeases(tx, MOST_ATTEMPTS, LEASE_ENDED),
      promoteJobs(tx, aheadMs, MOST_AT_ONCE),
    ])
    return { all: expired + due, hasMore: due === MOST_AT_ONCE }
  })
}

/**
 * Takes up to `most` ready jobs of a tenant under one lease, those first that have been ready for longest; none of the kinds
 * in `without`.
 */
export async function takeReadyJobs(
  ctx: Context,
  tenantId: TenantId,
  leaseMs: number,
  most: number,
  without: readonly string[],
): Promise<readonly TakenJob[]> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const lease = tx.newId<string>()
    const jobs = await takeJobs(tx, { token: lease, ms: leaseMs }, most, without)
    return jobs.map((job) => ({ ...job, lease }))
  })
}

/**
 * Enqueues and takes the publisher of a tenant that has events to publish, whatever other jobs of the tenant are waiting.
 * None if another worker runs it, or if it waits for a retry.
 */
export async function takePublisher(
  ctx: Context,
  tenantId: TenantId,
  leaseMs: number,
): Promise<readonly TakenJob[]> {
  return ctx.writeTenant(tenantId, async (tx) => {
    if (!(await hasUnpublishedEvents(tx))) return []
    const publisher = { kind: 'PUBLISH_EVENTS', subject: '' } as const
    const lease = tx.newId<string>()
    const take = () => takeJob(tx, { token: lease, ms: leaseMs }, publisher.kind, publisher.subject)
    const present = await take()
    if (typeof present !== 'string') return [{ ...present, lease }]
    if (present !== 'NOT_REQUESTED') return []
    enqueueJob(tx, publisher)
    const taken = await take()
    return typeof taken === 'string' ? [] : [{ ...taken, lease }]
  })
}
