import { version as releaseVersion } from '@goodword/mcp/version'
import { readBillingFigures } from '../billing/rows/figures.ts'
import type { BackupSettings } from '../engine/backups/backup-settings.ts'
import { watchBackups } from '../engine/backups/watch-backups.ts'
import { readBatchQueues } from '../engine/batching/natural-batch.ts'
import type { Database } from '../engine/driver/database.ts'
import { stopwatch } from '../engine/foundation/clock.ts'
import type { DiskWatch } from '../engine/foundation/disk-space.ts'
import { readJobStatistics } from '../engine/job-table/job-candidates.ts'
import { createMetrics, type Metrics } from '../engine/metrics/metrics.ts'
import type { Build, ConnectionCounts } from '../engine/metrics/process-metrics.ts'
import { readColumns } from '../engine/schema/schema-columns.ts'
import { readServerFacts } from '../engine/schema/server-facts.ts'
import type { Readiness } from '../frame/http/server/health.ts'
import { readReviewStatistics } from '../referring/referrals/rows/review-statistics.ts'
import { readUncountedMs } from '../reporting/statistics/rows/uncounted-tenants.ts'
import { readOutboxStatistics } from '../tracking/rows/events/event-outbox.ts'
import { createReadiness } from './readiness.ts'

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

/** What the process shows of itself. The schema must be up to date by now. */
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

/** What was read at most a second ago; null while the database is unavailable, which readiness reports. */
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
