/*
 * THE WORKER
 *
 * Takes jobs from the table `job` and runs them. Any number of workers in any number of processes share the queue, and there
 * is no coordinator: row locks and leases decide who runs what.
 *
 * STATES OF A JOB (one row for each tenant, kind and subject)
 *
 *   WAITING --due--> READY --taken--> RUNNING --succeeded--> deleted, or WAITING when it names a next time
 *                      ^                 |------failed-----> WAITING with backoff, or FAILED after 25 attempts
 *                      |---lease ended---'------stopped----> READY, as if it had not been taken
 *
 * A request for a job that is there already changes that row: the earlier due time counts; a RUNNING job runs again
 * afterwards; one that waits for a retry keeps its backoff; a FAILED one starts anew. A recurring job that throws is always
 * retried.
 *
 * ONE ROUND
 *
 * `round` asks which tenants have work, in one round trip for all tenants. It starts publishers, makes ready what is due,
 * and then offers each tenant with ready jobs its turn, in the order of tenants and from where the last round ended
 * (`rounds`). A tenant gets an equal share of what is free, and never more than `tenantConcurrency`. Only when all tenants of
 * the window had their turn does the window move on. Without work the pause doubles from 100 ms to 2 s; a commit in this
 * process that enqueued jobs ends it.
 *
 * TRADES
 *
 * - Delay for commits that do not wait: workers poll, so a job of another process waits up to 2 s. `notify` would take a lock
 *   on the whole database at each commit.
 * - Fairness for throughput: a backlog of one tenant is taken a share at a time, with one transaction per tenant.
 * - External jobs (webhooks, e-mails) wait for systems of others. They have a limit of their own, so that slow receivers
 *   do not occupy the slots of other jobs.
 *
 * PROMISES
 *
 * - At least once: a job is enqueued in the transaction whose effect it carries out, and deleted only after a run that
 *   succeeded. So every handler must be idempotent.
 * - Never twice at a time, as long as the lease holds. It is renewed every third of its duration; a run that loses it is
 *   aborted, and its end is not stored. A handler that ignores the signal may overlap the next run: what must not
 *   happen twice needs a lock or a constraint in the database.
 * - Crash: the lease ends, and any worker makes the job ready again. Attempts count when a job is taken, so that a job that
 *   ends its process is given up after 25.
 * - A run is aborted at the time limit of its kind, a minute without one, and counts as failed 30 s after that.
 * - What fails for one tenant is logged and does not keep others waiting.
 * - Stop: no more jobs are taken; running ones get 15 s, then their signal and 3 s more. What has not ended by then is left
 *   to the lease.
 *
 * WHEN CHANGING THIS
 *
 * - Due times and leases are compared with the database's clock. Never use the machine's: two workers may disagree.
 * - Nothing between taking a job and `runJob` may throw or wait, or jobs stay RUNNING until their lease ends.
 * - A round must end: return true only if there is progress or a rest, or the worker polls without a pause.
 */
import type { TenantId } from '@goodword/domain/values/ids'
import { DatabaseUnavailable } from '../engine/driver/database-error.ts'
import { stopwatch } from '../engine/foundation/clock.ts'
import type { Rounds } from '../engine/job-table/job-candidates.ts'
import { onJobsReady } from '../engine/signals/job-signal.ts'
import { findUnpublishedTenants } from '../tracking/rows/events/event-outbox.ts'
import { promoteSomeJobs, takePublisher, takeReadyJobs } from './claim-jobs.ts'
import { externalKinds } from './job-handler.ts'
import { JobSearch } from './job-search.ts'
import { PublicationPace } from './publication-pace.ts'
import { type JobRunner, runJob, type TakenJob } from './run-job.ts'

export type WorkerOptions = JobRunner & {
  /** How many jobs run at once, and how many of one tenant among them. */
  readonly concurrency?: number
  readonly tenantConcurrency?: number
  /** How many external jobs run at once beside them. */
  readonly externalConcurrency?: number
  /** Called with the error when the queue cannot be read: once until it can be again. */
  readonly report: (error: unknown) => void
}

export type Worker = {
  /** The milliseconds for which the queue was not read although there is room for more jobs. */
  readonly stalledMs: () => number
  /** Takes no more jobs, lets running ones finish for a while, gives the others back. */
  readonly stop: (force: AbortSignal) => Promise<void>
}

const CONCURRENCY = 16
const TENANT_CONCURRENCY = 4
/** They are a few requests each that are waited for. */
const EXTERNAL_CONCURRENCY = 500
/** The number of tenants looked at for each job that runs at once: workers seldom take jobs of the same one. */
const WINDOW = 4
/** The rest between two looks at an empty queue; jobs enqueued in this process do not wait for the next one. */
const MIN_IDLE_MS = 100
const MAX_IDLE_MS = 2000
/** Running jobs get this long to finish when the process stops, and then this long to give up. */
const PATIENCE_MS = 15_000
const GIVE_UP_MS = 3000

/** Takes jobs and runs them until it is stopped. Any number of workers share a queue. */
export function startWorker(options: WorkerOptions): Worker {
  const { ctx, logger, random, report } = options
  const {
    concurrency = CONCURRENCY,
    tenantConcurrency = TENANT_CONCURRENCY,
    externalConcurrency = EXTERNAL_CONCURRENCY,
  } = options
  const running = new Map<Promise<void>, TenantId>()
  const runningExternal = new Set<Promise<void>>()
  const wakeup = new Wakeup()
  const stopping = { take: new AbortController(), run: new AbortController(), force: new AbortController() }
  let rounds: Rounds = { tenant: '', testClock: '' }
  /** The tenants after `rounds.tenant` that have had their turn. */
  const served = new Set<TenantId>()
  let publishedUpTo = ''
  let readAt = stopwatch.now()
  let isFailing = false
  const publication = new PublicationPace(wakeup.wake)
  const endListening = onJobsReady(wakeup.wake)
  const search = new JobSearch(ctx, (error) =>
    logger.warn(
      { err: error },
      'a node of the cluster does not respond; jobs of tenants on other nodes run on',
    ),
  )
  const loop = work()

  return {
    stalledMs: () => (running.size >= concurrency ? 0 : stopwatch.now() - readAt),
    async stop(force) {
      stopping.take.abort()
      wakeup.wake()
      endListening()
      publication.close()
      await loop
      const finished = Promise.all([...running.keys(), ...runningExternal])
      await endsWithin(finished, PATIENCE_MS, force)
      stopping.run.abort()
      await endsWithin(finished, GIVE_UP_MS, force)
      stopping.force.abort()
    },
  }

  async function work(): Promise<void> {
    let idleMs = 0
    while (!stopping.take.signal.aborted) {
      if (running.size >= concurrency) await wakeup.wait(null)
      else {
        const found = await round().catch(failed)
        idleMs = found ? 0 : Math.min(MAX_IDLE_MS, Math.max(MIN_IDLE_MS, 2 * idleMs))
        // Half of it is random, so that workers do not poll in step.
        if (idleMs > 0 && (await wakeup.wait(idleMs * (0.5 + random() / 2)))) idleMs = 0
      }
    }
  }

  /** One look at the queue. Returns whether there may be more to take at once. */
  async function round(): Promise<boolean> {
    const free = concurrency - running.size
    const busy = tenantsAtLimit()
    // As many as are at their limit are asked for in addition, so that one of the others is among them.
    const most = WINDOW * concurrency + busy.size
    const { ready, due, unpublished, next } = await search.find(rounds, most)
    readAt = stopwatch.now()
    isFailing = false
    let progress = await publish(unpublished ?? (publication.isDue() ? await unpublishedTenants() : []))
    // Other workers see the same tenants. Each takes some in an order of its own, and then looks at the rest.
    const promoted = shuffled(due, random).slice(0, WINDOW * concurrency)
    for (const tenantId of promoted) {
      if (stopping.take.signal.aborted) return false
      // The rest of a long backlog comes with the next look: other tenants do not wait for it.
      progress += await apart(tenantId, async () => (await promoteSomeJobs(ctx, tenantId)).all)
    }
    const turns = shuffled(ready, random).filter((it) => !busy.has(it) && !served.has(it))
    const share = Math.max(1, Math.floor(free / turns.length))
    let isServed = true
    for (const tenantId of turns) {
      const left = concurrency - running.size
      if (left === 0 || stopping.take.signal.aborted) {
        isServed = false
        break
      }
      const jobs = Math.min(share, left, tenantConcurrency - runningOf(tenantId))
      progress += await apart(tenantId, () => take(tenantId, jobs))
      served.add(tenantId)
    }
    const wasFirst = rounds.tenant === ''
    const isLast = next.tenant === ''
    if (isServed) served.clear()
    rounds = isServed ? next : { ...next, tenant: rounds.tenant }
    // The first tenants are looked at again at once; after a walk through all of them one by one there is a pause.
    const beginsAgain = !wasFirst && unpublished === null
    return progress > 0 || !isServed || !isLast || beginsAgain || promoted.length < due.length
  }

  /** The next tenants that have events to publish. */
  async function unpublishedTenants(): Promise<readonly TenantId[]> {
    const { due, last } = await findUnpublishedTenants(ctx.db, publishedUpTo)
    publishedUpTo = last
    if (last !== '') publication.repeat()
    return due
  }

  /** Starts the publishers of tenants that have events to publish, before other jobs and beyond a tenant's limit. */
  async function publish(tenants: readonly TenantId[]): Promise<number> {
    let taken = 0
    for (const tenantId of tenants) {
      if (stopping.take.signal.aborted) break
      if (running.size >= concurrency) {
        publication.repeat()
        break
      }
      taken += await apart(tenantId, async () =>
        start(tenantId, await takePublisher(ctx, tenantId, options.leaseMs)),
      )
    }
    return taken
  }

  /** A failure for one tenant keeps no other one waiting. */
  async function apart(tenantId: TenantId, act: () => Promise<number>): Promise<number> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        if (search.isOneByOne) return 0
        throw error
      }
      logger.error(
        { tenantId, err: error },
        'jobs of a tenant could not be taken; the worker runs those of others and tries again',
      )
      return 0
    }
  }

  async function take(tenantId: TenantId, most: number): Promise<number> {
    const without = runningExternal.size >= externalConcurrency ? externalKinds(options, tenantId) : []
    return start(tenantId, await takeReadyJobs(ctx, tenantId, options.leaseMs, most, without))
  }

  function start(tenantId: TenantId, jobs: readonly TakenJob[]): number {
    const external = externalKinds(options, tenantId)
    for (const job of jobs) {
      const signals = { stop: stopping.run.signal, force: stopping.force.signal }
      const run = runJob(options, tenantId, job, signals).finally(() => {
        running.delete(run)
        runningExternal.delete(run)
        wakeup.wake()
      })
      if (external.includes(job.kind)) runningExternal.add(run)
      else running.set(run, tenantId)
    }
    return jobs.length
  }

  function runningOf(tenantId: TenantId): number {
    return [...running.values()].filter((it) => it === tenantId).length
  }

  function tenantsAtLimit(): ReadonlySet<TenantId> {
    return new Set([...running.values()].filter((it) => runningOf(it) >= tenantConcurrency))
  }

  function failed(error: unknown): false {
    if (!isFailing) report(error)
    isFailing = true
    return false
  }
}

/** Waits for the work, at most so long, and no longer once `force` is aborted. */
async function endsWithin(work: Promise<unknown>, ms: number, force: AbortSignal): Promise<void> {
  if (force.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const end = (): void => {
      clearTimeout(timer)
      force.removeEventListener('abort', end)
      resolve()
    }
    force.addEventListener('abort', end)
    work.then(end, end)
  })
}

/** The items in a random order, by numbers from 0 up to 1. */
function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

/** A wait that can be ended from outside. A wake-up that comes while nothing waits ends the next wait at once. */
class Wakeup {
  #isAwake = false
  #end: (() => void) | null = null

  readonly wake = (): void => {
    this.#isAwake = true
    this.#end?.()
  }

  /** Waits for a wake-up, for at most so long; null waits as long as it takes. Returns whether one came. */
  async wait(ms: number | null): Promise<boolean> {
    if (!this.#isAwake) {
      await new Promise<void>((resolve) => {
        const timer = ms === null ? undefined : setTimeout(resolve, ms)
        this.#end = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#end = null
    const wasAwake = this.#isAwake
    this.#isAwake = false
    return wasAwake
  }
}
