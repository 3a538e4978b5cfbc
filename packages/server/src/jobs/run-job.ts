import type { TenantId } from '@goodword/domain/values/ids'
import type { Logger } from 'pino'
import { stopwatch } from '../engine/foundation/clock.ts'
import { type HeldJob, renewLease } from '../engine/job-table/settled-jobs.ts'
import type { TakenJobRow } from '../engine/job-table/taken-jobs.ts'
import type { JobObserver } from '../engine/metrics/job-metrics.ts'
import type { HashLogged } from '../engine/secrets/logged-hash.ts'
import { newActivity, parseTraceParent, runActivity, startSpan } from '../engine/tracing/tracing.ts'
import type { Context } from '../frame/context.ts'
import { subjectsOfJobs } from '../frame/jobs/job-kind.ts'
import type { JobHandler, JobHandlers } from './job-handler.ts'
import { type RunEnd, settleJob } from './settle-job.ts'

/** Another worker may have taken the job: this run must have no further effect. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export type JobRunner = {
  readonly ctx: Context
  readonly handlers: JobHandlers
  readonly logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>
  readonly observe: JobObserver
  /** A random number from 0 up to 1. */
  readonly random: () => number
  /** How long a lease lasts that is not renewed: until then the job of a process that was killed rests. */
  readonly leaseMs: number
}

/** Aborted by a process that stops: `stop` ends the handlers, `force` whatever waits for the database. */
export type StopSignals = { readonly stop: AbortSignal; readonly force: AbortSignal }

export type TakenJob = TakenJobRow & { readonly lease: string }

const TIME_LIMIT_MS = 60_000

/** A handler should end soon after its signal was aborted. A handler that does not is left to itself. */
const GRACE_MS = 30_000

/** Runs a job that was taken, and stores how that ended. Writes one line to the log. Never throws. */
export async function runJob(
  runner: JobRunner,
  tenantId: TenantId,
  job: TakenJob,
  signals: StopSignals,
): Promise<void> {
  const { ctx, handlers, logger, observe, random, leaseMs } = runner
  const { id, kind, lease, attempts: attempt } = job
  const waitMs = Math.max(0, job.taken_at - job.ready_at)
  const about = loggedSubject(ctx.secretBox.loggedHash, tenantId, job)
  const fields = { kind, tenantId, jobId: id, ...about, attempt, waitMs: Math.round(waitMs) }
  const span = startSpan(`job ${kind}`, {
    kind: 'CONSUMER',
    parent: parseTraceParent(job.trace_parent),
    attributes: {
      'goodword.tenant_id': tenantId,
      'goodword.job_kind': kind,
      'goodword.job_attempt': attempt,
    },
  })
  const activity = newActivity(span)
  const startedAt = performance.now()
  const abort = new AbortController()
  let isLost = false
  const stopRenewing = keepLease(ctx, tenantId, { id, lease }, leaseMs, (reason) => {
    isLost = true
    abort.abort(reason)
  })
  const { everyMs = null, isFrequent } = handlerOf(handlers, kind) ?? {}
  const isUseless = () => isLost || signals.force.aborted
  try {
    await runActivity(activity, async () => {
      const end = await endOf(runner, tenantId, job, abort, signals.stop)
      const held = { id, lease, attempt, everyMs }
      const outcome = isLost ? 'lease_lost' : await settleJob(ctx, tenantId, held, end, { random, isUseless })
      const durationMs = performance.now() - startedAt
      observe({ kind, outcome, seconds: durationMs / 1000, waitSeconds: waitMs / 1000 })
      const { databaseMs, transactions } = activity
      const times = { durationMs: tenths(durationMs), databaseMs: tenths(databaseMs) }
      const line = { ...fields, outcome, ...times, transactions }
      if (outcome === 'failed') logger.error({ ...line, ...errorOf(end) }, 'job failed, and is not retried')
      else if (outcome === 'retried') logger.warn({ ...line, ...errorOf(end) }, 'job failed, to be retried')
      else if (outcome === 'lease_lost') logger.warn(line, 'job lost its lease')
      else logger[isFrequent === true ? 'debug' : 'info'](line, 'job completed')
      span?.setAttribute('goodword.job_outcome', outcome)
    })
  } catch (error) {
    logger.error(
      { ...fields, err: error },
      'could not store the result of a job; it runs again after its lease',
    )
  } finally {
    stopRenewing()
    span?.end()
  }
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10
}

function errorOf(end: RunEnd): { readonly err?: unknown } {
  return end.kind === 'threw' ? { err: end.error } : {}
}

async function endOf(
  { ctx, handlers }: JobRunner,
  tenantId: TenantId,
  { kind, subject, attempts: attempt }: TakenJob,
  abort: AbortController,
  stop: AbortSignal,
): Promise<RunEnd> {
  const handler = handlerOf(handlers, kind)
  if (handler === null) return { kind: 'unknown kind' }
  if (stop.aborted) return { kind: 'stopped' }
  const { timeLimitMs = TIME_LIMIT_MS } = handler
  const limit = setTimeout(() => abort.abort(tooLong(timeLimitMs)), timeLimitMs)
  const stopped = () => abort.abort(new Error('the process stops'))
  stop.addEventListener('abort', stopped)
  try {
    const result = await orGivenUp(
      handler.run(ctx, tenantId, subject, { attempt, signal: abort.signal }),
      abort,
    )
    return { kind: 'succeeded', result }
  } catch (error) {
    return stop.aborted ? { kind: 'stopped' } : { kind: 'threw', error }
  } finally {
    clearTimeout(limit)
    stop.removeEventListener('abort', stopped)
  }
}

/** A kind is a text of the database: a table of our own may have another one. */
function handlerOf(handlers: JobHandlers, kind: string): JobHandler | null {
  const found: unknown = Object.hasOwn(handlers, kind) ? Reflect.get(handlers, kind) : null
  return found as JobHandler | null
}

function tooLong(timeLimitMs: number): Error {
  return new Error(`the job did not end within ${timeLimitMs / 1000} s`)
}

/** The result of the work; or the reason of its abortion, when it does not end after that. */
function orGivenUp<T>(work: Promise<T>, { signal }: AbortController): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    signal.addEventListener('abort', () => {
      timer = setTimeout(() => reject(signal.reason), GRACE_MS)
    })
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Renews the lease of a run until it is ended; returns how to end that. `lost` is called when the lease was lost, or could
 * not be renewed for as long as it lasts.
 */
function keepLease(
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

const subjects: Readonly<Record<string, (typeof subjectsOfJobs)[keyof typeof subjectsOfJobs]>> =
  subjectsOfJobs

/**
 * The fields of a log line that name the subject of a job: a key of ours as it is, and IDs of the merchant and of the payment
 * processor as keyed hashes, because they may be e-mail addresses.
 */
function loggedSubject(
  hash: HashLogged,
  tenantId: TenantId,
  { kind, subject }: { readonly kind: string; readonly subject: string },
): { readonly subject?: string; readonly subjectHash?: string } {
  if (subject === '') return {}
  if (subjects[kind] === 'own') return { subject }
  return { subjectHash: hash(tenantId, subjects[kind] === 'account' ? 'account' : 'customer', subject) }
}
