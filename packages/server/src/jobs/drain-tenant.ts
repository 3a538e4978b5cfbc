import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/ids'
import { requestPublication } from '../operations/events/request-publication.ts'
import { endClockMove } from '../operations/tenants/test-clock.ts'
import { stopwatch } from '../platform/clock.ts'
import { hasBusyJobs } from '../store/jobs/taken-jobs.ts'
import { promoteDueJobs, takeReadyJobs } from './claim-jobs.ts'
import { externalKinds } from './job-handler.ts'
import { type JobRunner, runJob } from './run-job.ts'

const AT_ONCE = 4
const LOOK_EVERY_MS = 20

/**
 * Publishes what happened, and runs every job of the tenant that is due by a time of its clock, those that are enqueued
 * meanwhile included, and waits for those that other workers run. External jobs are left to the workers. A job that fails is
 * retried later, as ever, and not waited for. False when the time
 * limit came first. It works in any process, as the caller waits for it.
 */
export async function drainTenant(
  runner: JobRunner,
  tenantId: TenantId,
  until: number,
  limitMs: number,
): Promise<boolean> {
  const { ctx, leaseMs } = runner
  const external = externalKinds(runner, tenantId)
  const { signal } = new AbortController()
  const endsAt = stopwatch.now() + limitMs
  while (stopwatch.now() < endsAt) {
    await promoteDueJobs(ctx, tenantId, until)
    await requestPublication(ctx, tenantId)
    const jobs = await takeReadyJobs(ctx, tenantId, leaseMs, AT_ONCE, external)
    await Promise.all(jobs.map((job) => runJob(runner, tenantId, job, { stop: signal, force: signal })))
    if (jobs.length > 0) continue
    if (!(await ctx.readTenant(tenantId, (tx) => hasBusyJobs(tx, external)))) return true
    await pause(LOOK_EVERY_MS)
  }
  return false
}

/** The same after the clock of a test tenant was moved to a time: the move ends when everything has run. */
export async function drainClockMove(
  runner: JobRunner,
  tenantId: TenantId,
  until: number,
  limitMs: number,
): Promise<boolean> {
  const isDone = await drainTenant(runner, tenantId, until, limitMs)
  if (isDone) await endClockMove(runner.ctx, tenantId, until)
  return isDone
}
