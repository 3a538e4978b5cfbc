import { version as releaseVersion } from '@goodword/mcp/version'
import { readBillingFigures } from '../billing/rows/figures.ts'
import type { BackupSettings } from '../engine/backups/backup-settings.ts'
import { watchBackups } from '../engine/backups/watch-backups.ts'
import { type BatchQueue, readBatchQueues } from '../engine/batching/natural-batch.ts'
import type { Database } from '../engine/driver/database.ts'
import { DatabaseUnavailable } from '../engine/driver/database-error.ts'
import { type Clock, stopwatch } from '../engine/foundation/clock.ts'
import type { DiskWatch } from '../engine/foundation/disk-space.ts'
import { readJobStatistics } from '../engine/job-table/job-candidates.ts'
import { createMetrics, type Metrics } from '../engine/metrics/metrics.ts'
import type { Build, ConnectionCounts } from '../engine/metrics/process-metrics.ts'
import { findMissingColumns, readColumns } from '../engine/schema/schema-columns.ts'
import { isReadOnly, readServerFacts } from '../engine/schema/server-facts.ts'
import type { Readiness } from '../frame/http/server/health.ts'
import { readReviewStatistics } from '../referring/referrals/rows/review-statistics.ts'
import { readUncountedMs } from '../reporting/statistics/rows/uncounted-tenants.ts'
import { readOutboxStatistics } from '../tracking/rows/events/event-outbox.ts'

export type Observation = {
  readonly metrics: Metrics
  readonly ready: () => Promise<Readiness>
  readonly build: Build
}

/** A database, as far as its connections are counted. */
type ConnectionSource = {
  /** How many transactions wait for their turn at it. */
  readonly waiting: () => number
  readonly pool: {
    readonly totalCount: number
    readonly idleCount: number
    readonly waitingCount: number
    readonly options: { readonly max: number }
  }
}

export type Observed = {
  /** Gets the reason of a database failure. */
  readonly report: (error: unknown) => void
  /** The milliseconds for which the worker of this process could not read the queue of jobs. */
  readonly workerStalledMs: () => number
  /** The disk of the embedded database; null for a database of the operator's own. */
  readonly disk: DiskWatch | null
  /** Null where this process makes no backups. */
  readonly backups: BackupSettings | null
}

/** Opens the observation of the process. The schema must be up to date by now. */
export async function observe(
  db: Database,
  { report, workerStalledMs, disk, backups }: Observed,
): Promise<Observation> {
  const queues = readBatchQueues
  const ready = createReadiness({
    db,
    columns: await readColumns(db),
    queues,
    workerStalledMs,
    storageProblem: async () => db.writeProblem() ?? (await disk?.problem()) ?? null,
    stopwatch,
    timeoutMs: 2500,
    report,
  })
  const { version } = await readServerFacts(db)
  const build = {
    version: releaseVersion(),
    node: process.versions.node,
    postgresql: `${Math.floor(version / 10_000)}`,
  }
  const metrics = createMetrics({
    build,
    connections: () => connectionsOf(db),
    queues,
    problems: ready,
    disk: async () => (await disk?.space()) ?? null,
    backups: watchBackups(backups),
    jobs: atMostEverySecond(() => readJobStatistics(db)),
    unpublished: atMostEverySecond(() => readOutboxStatistics(db)),
    uncounted: atMostEverySecond(() => readUncountedMs(db)),
    billing: atMostEverySecond(() => readBillingFigures(db)),
    reviews: atMostEverySecond(() => readReviewStatistics(db)),
  })
  return { metrics, ready, build }
}

export function connectionsOf({ pool, waiting }: ConnectionSource): ConnectionCounts {
  const { totalCount, idleCount, waitingCount, options } = pool
  // A request that waits although a connection is free, or can be opened, is about to get it: a scrape itself uses one.
  const isExhausted = idleCount === 0 && totalCount >= options.max
  return {
    inUse: totalCount - idleCount,
    idle: idleCount,
    most: options.max,
    waiting: waiting() + (isExhausted ? waitingCount : 0),
  }
}

const STATISTICS_AGE_MS = 1000

/** The result of a read at most a second ago; null while the database is unavailable, which readiness reports. */
function atMostEverySecond<T>(read: () => Promise<T>): () => Promise<T | null> {
  let latest: { readonly at: number; readonly found: Promise<T | null> } | null = null
  return () => {
    const at = stopwatch.now()
    if (latest === null || at - latest.at >= STATISTICS_AGE_MS) {
      latest = { at, found: read().catch(() => null) }
    }
    return latest.found
  }
}

type ReadinessSources = {
  readonly db: Pick<Database, 'query'>
  /** The columns of the schema when this process had brought it up to date. */
  readonly columns: readonly string[]
  readonly queues: () => readonly BatchQueue[]
  /**
   * The milliseconds for which the worker of this process could not read the queue of jobs; 0 in a process without
   * one.
   */
  readonly workerStalledMs: () => number
  /** Why nothing can be written; null while there is room. */
  readonly storageProblem: () => Promise<string | null>
  /** Measures what passes. */
  readonly stopwatch: Clock
  /** How long the database may take to answer; with the age of an answer, well within 5 seconds. */
  readonly timeoutMs: number
  /** Called with the error when the database check fails: once until it passes again. */
  readonly report: (error: unknown) => void
}

/** A load balancer may check very often; the database is checked once in this time. */
const MAX_AGE_MS = 1000
/** Calls usually wait a few milliseconds; longer than this means that a queue is stuck. */
const MAX_WAIT_MS = 10_000
/** A worker with room for more jobs reads the queue every 2 s. */
const MAX_STALL_MS = 30_000

/** Whether the process can serve requests; at most a second old, and returned within a few seconds. */
export function createReadiness(sources: ReadinessSources): () => Promise<Readiness> {
  const { stopwatch, report } = sources
  let isFailing = false
  let latest: { readonly at: number; readonly answer: Promise<Readiness> } | null = null
  return () => {
    const now = stopwatch.now()
    if (latest === null || now - latest.at >= MAX_AGE_MS)
      latest = { at: now, answer: look(sources, onResult) }
    return latest.answer
  }

  /** Null for an answer. */
  function onResult(failure: { readonly error: unknown } | null): void {
    if (failure !== null && !isFailing) report(failure.error)
    isFailing = failure !== null
  }
}

type OnResult = (failure: { readonly error: unknown } | null) => void

async function look(sources: ReadinessSources, onResult: OnResult): Promise<Readiness> {
  const { db, columns, timeoutMs } = sources
  const checks = Promise.all([isReadOnly(db), findMissingColumns(db, columns)])
  checks.then(
    () => onResult(null),
    (error: unknown) => onResult({ error }),
  )
  const late = `no response within ${timeoutMs / 1000} s`
  const found = await inTime(timeoutMs, checks, late)
  const queue = queueProblem(sources.queues()) ?? workerProblem(sources.workerStalledMs())
  const storage = await sources.storageProblem()
  if (typeof found === 'string') return { database: found, migrations: null, queue, storage }
  const [isStandby, missing] = found
  const database = isStandby ? 'read-only (a standby)' : null
  return { database, migrations: schemaProblem(missing), queue, storage }
}

/** The result; a text for a failure, or `late` for a timeout. */
function inTime<T>(timeoutMs: number, checks: Promise<T>, late: string): Promise<T | string> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(late), timeoutMs)
    const answer = (value: T | string): void => {
      clearTimeout(timer)
      resolve(value)
    }
    checks.then(answer, (error: unknown) => answer(failureText(error)))
  })
}

/** Shows only our own messages: those of the database or the network may contain secrets. */
function failureText(error: unknown): string {
  return error instanceof DatabaseUnavailable ? error.message : 'the query failed'
}

function schemaProblem(missing: readonly string[]): string | null {
  const [first] = missing
  return first === undefined ? null : `the schema is older than this release: ${first} is missing`
}

function queueProblem(queues: readonly BatchQueue[]): string | null {
  const stuck = queues.find((it) => it.oldestMs > MAX_WAIT_MS)
  return stuck === undefined
    ? null
    : `${stuck.depth} calls are waiting in ${stuck.queue}, the oldest for ${Math.round(stuck.oldestMs / 1000)} seconds`
}

function workerProblem(stalledMs: number): string | null {
  return stalledMs > MAX_STALL_MS
    ? `background jobs have not been looked for in ${Math.round(stalledMs / 1000)} seconds`
    : null
}
