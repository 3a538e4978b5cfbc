import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import { stopwatch } from '../engine/foundation/clock.ts'
import { retryJobsNow } from '../engine/job-table/retrying-jobs.ts'
import type { Transaction } from '../frame/context.ts'
import { endClockMove } from '../frame/tenants/test-clock.ts'
import { takeDueJobs } from './claim-jobs.ts'
import { externalKinds } from './job-handler.ts'
import { type JobRunner, runJob } from './run-job.ts'

const AT_ONCE = 4
/** The rest between two looks at jobs that other workers run: most take a few milliseconds. */
const MIN_REST_MS = 2
const MAX_REST_MS = 20

/**
 * Publishes what happened, and runs every job of the tenant that is due by a time of its clock, those that are enqueued
 * meanwhile included, and waits for those that other workers run. External jobs are left to the workers. A job that fails is
 * retried later, as ever, and not waited for. False when the time limit came first. It works in any process, as the caller
 * waits for it.
 */
export async function drainTenant(
  runner: JobRunner,
  tenantId: TenantId,
  until: number,
  limitMs: number,
): Promise<boolean> {
  return (await drain(runner, tenantId, { until, limitMs }, async () => true)) !== null
}

type Drain = { readonly until: number; readonly limitMs: number }

/** Returns what `atEnd` returns in the transaction that finds nothing more to run; null when the time limit came first. */
async function drain<End>(
  runner: JobRunner,
  tenantId: TenantId,
  { until, limitMs }: Drain,
  atEnd: (tx: Transaction) => Promise<End>,
): Promise<End | null> {
  const { ctx, leaseMs } = runner
  const taking = { until, leaseMs, most: AT_ONCE, without: externalKinds(runner, tenantId) }
  const { signal } = new AbortController()
  const endsAt = stopwatch.now() + limitMs
  let restMs = MIN_REST_MS
  while (stopwatch.now() < endsAt) {
    const round = await takeDueJobs(ctx, tenantId, taking, atEnd)
    if (round.kind === 'end') return round.end
    const { jobs } = round
    await Promise.all(jobs.map((job) => runJob(runner, tenantId, job, { stop: signal, force: signal })))
    if (jobs.length > 0) restMs = MIN_REST_MS
    else {
      await pause(restMs)
      restMs = Math.min(MAX_REST_MS, 2 * restMs)
    }
  }
  return null
}

/** A request whose answer was lost may still be carried out so long after it: a local gateway waits for it meanwhile. */
const RESTED_MS = 1000
const MAX_RETRIED = 1000

export type ClockMoveDrain = {
  /** The end of the move, on the tenant's clock. */
  readonly until: number
  readonly limitMs: number
  /** Whether jobs that failed a while ago are tried again at once, instead of when their backoff is over. */
  readonly retriesFailed: boolean
}

/**
 * Runs the jobs that are due after the clock of a test tenant was moved to a time: the move ends when everything has
 * run. False also when a job failed.
 */
export async function drainClockMove(
  runner: JobRunner,
  tenantId: TenantId,
  { until, limitMs, retriesFailed }: ClockMoveDrain,
): Promise<boolean> {
  const { ctx } = runner
  const external = externalKinds(runner, tenantId)
  const endsAt = stopwatch.now() + limitMs
  const ended = () =>
    drain(runner, tenantId, { until, limitMs: endsAt - stopwatch.now() }, (tx) =>
      endClockMove(tx, until, external),
    )
  const isEnded = await ended()
  if (isEnded === null) return false
  if (isEnded || !retriesFailed) return isEnded
  const retry = { without: external, restedMs: RESTED_MS, most: MAX_RETRIED }
  const retried = await ctx.writeTenant(tenantId, (tx) => retryJobsNow(tx, retry))
  return retried > 0 && (await ended()) === true
}
