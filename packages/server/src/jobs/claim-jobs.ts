import type { TenantId } from '@goodword/domain/values/ids'
import { expireLeases, hasBusyJobs, promoteJobs, takeJob, takeJobs } from '../engine/job-table/taken-jobs.ts'
import type { Context, Transaction } from '../frame/context.ts'
import { enqueueJob } from '../frame/jobs/enqueue-job.ts'
import { hasUnpublishedEvents } from '../tracking/rows/events/event-outbox.ts'
import { MAX_ATTEMPTS } from './backoff.ts'
import type { TakenJob } from './run-job.ts'

const MAX_AT_ONCE = 1000
const publisher = { kind: 'PUBLISH_EVENTS', subject: '' } as const
const LEASE_ENDED = 'LeaseEnded: the process that ran the job ended or lost its connection to the database'

/** Makes all jobs of a tenant ready that are due by its clock or whose lease has ended; returns how many. */
export async function promoteDueJobs(ctx: Context, tenantId: TenantId): Promise<number> {
  let promoted = 0
  for (;;) {
    const { all, hasMore } = await promoteSomeJobs(ctx, tenantId)
    promoted += all
    if (!hasMore) return promoted
  }
}

/** Makes up to 1,000 jobs ready that are due, in one transaction. */
export function promoteSomeJobs(ctx: Context, tenantId: TenantId): Promise<Promotion> {
  return ctx.writeTenant(tenantId, (tx) => promoteIn(tx, tx.now))
}

async function promoteIn(tx: Transaction, until: number): Promise<Promotion> {
  const [expired, due] = await Promise.all([
    expireLeases(tx, MAX_ATTEMPTS, LEASE_ENDED),
    promoteJobs(tx, until - tx.now + tx.aheadMs, MAX_AT_ONCE),
  ])
  return { all: expired + due, hasMore: due === MAX_AT_ONCE }
}

type Promotion = { readonly all: number; readonly hasMore: boolean }

export type Round<End> =
  /** There may be more to take: soon, or when other workers have ended their jobs. */
  { readonly kind: 'more'; readonly jobs: readonly TakenJob[] } | { readonly kind: 'end'; readonly end: End }

/**
 * Claims in one transaction: requests the publication of what happened, makes ready what is due up to `until` on the
 * tenant's clock, and takes jobs as `takeReadyJobs` does; or does what is to be done when there is nothing more to
 * take.
 */
export async function takeDueJobs<End>(
  ctx: Context,
  tenantId: TenantId,
  { until, leaseMs, most, without }: Taking & { readonly until: number },
  atEnd: (tx: Transaction) => Promise<End>,
): Promise<Round<End>> {
  return ctx.writeTenant(tenantId, async (tx) => {
    if (await hasUnpublishedEvents(tx)) enqueueJob(tx, publisher)
    const { all, hasMore } = await promoteIn(tx, until)
    const jobs = await takeIn(tx, { leaseMs, most, without })
    const isMore = all > 0 || hasMore || jobs.length > 0 || (await hasBusyJobs(tx, without))
    return isMore ? { kind: 'more', jobs } : { kind: 'end', end: await atEnd(tx) }
  })
}

/**
 * Takes up to `most` ready jobs of a tenant under one lease, those first that have been ready for longest; none of the kinds
 * in `without`.
 */
export function takeReadyJobs(
  ctx: Context,
  tenantId: TenantId,
  leaseMs: number,
  most: number,
  without: readonly string[],
): Promise<readonly TakenJob[]> {
  return ctx.writeTenant(tenantId, (tx) => takeIn(tx, { leaseMs, most, without }))
}

type Taking = { readonly leaseMs: number; readonly most: number; readonly without: readonly string[] }

async function takeIn(tx: Transaction, { leaseMs, most, without }: Taking): Promise<readonly TakenJob[]> {
  const lease = tx.newId<string>()
  const jobs = await takeJobs(tx, { token: lease, ms: leaseMs }, most, without)
  return jobs.map((job) => ({ ...job, lease }))
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
