import { readFile } from 'node:fs/promises'
import type { Readiness } from '../http/server/health.ts'
import { readBatchQueues } from '../platform/batching/natural-batch.ts'
import { stopwatch } from '../platform/clock.ts'
import { createMetrics, type Metrics } from '../platform/metrics/metrics.ts'
import type { Build, ConnectionCounts } from '../platform/metrics/process-metrics.ts'
import type { Database } from '../store/driver/database.ts'
import { readColumns } from '../store/schema/schema-columns.ts'
import { readServerFacts } from '../store/schema/server-facts.ts'
import { createReadiness } from './readiness.ts'

export type Observation = {
  readonly metrics: Metrics
  readonly ready: () => Promise<Readiness>
  readonly build: Build
}

/** The pool of a database, as far as its connections are counted. */
type ConnectionSource = {
  readonly pool: {
    readonly totalCount: number
    readonly idleCount: number
    readonly waitingCount: number
    readonly options: { readonly max: number }
  }
}

/** What the process shows of itself; `report` hears why the database fails. The schema must be up to date by now. */
export async function observe(db: Database, report: (error: unknown) => void): Promise<Observation> {
  const queues = readBatchQueues
  const ready = createReadiness({
    db,
    columns: await readColumns(db),
    queues,
    stopwatch,
    timeoutMs: 2500,
    report,
  })
  const { version } = await readServerFacts(db)
  const build = {
    version: await releaseOf(),
    node: process.versions.node,
    postgresql: `${Math.floor(version / 10_000)}`,
  }
  const metrics = createMetrics({ build, connections: () => connectionsOf(db), queues, problems: ready })
  return { metrics, ready, build }
}

export function connectionsOf({ pool }: ConnectionSource): ConnectionCounts {
  const { totalCount, idleCount, waitingCount, options } = pool
  // What waits for a moment although a connection is free, or may still be opened, is about to get it: a scrape itself asks.
  const isExhausted = idleCount === 0 && totalCount >= options.max
  return {
    inUse: totalCount - idleCount,
    idle: idleCount,
    most: options.max,
    waiting: isExhausted ? waitingCount : 0,
  }
}

async function releaseOf(): Promise<string> {
  const file = new URL('../../package.json', import.meta.url)
  const { version } = JSON.parse(await readFile(file, 'utf8'))
  return String(version)
}
