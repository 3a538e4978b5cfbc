import { Registry } from 'prom-client'
import type { BatchQueue } from '../batching/natural-batch.ts'
import type { DiskSpace } from '../foundation/disk-space.ts'
import { type BackupState, backupMetrics } from './backup-metrics.ts'
import { type BillingFigures, billingMetrics } from './billing-metrics.ts'
import { businessMetrics, type ReviewFigure } from './business-metrics.ts'
import { type CountClick, clickMetrics } from './click-metrics.ts'
import { diskMetrics } from './disk-metrics.ts'
import { eventMetrics, type OutboxBacklog } from './event-metrics.ts'
import { type JobObserver, jobMetrics, type QueueStatistics } from './job-metrics.ts'
import { mailMetrics } from './mail-metrics.ts'
import { type Build, type ConnectionCounts, processMetrics } from './process-metrics.ts'
import { processorMetrics } from './processor-metrics.ts'
import {
  type KeyedOutcome,
  keyedRequestMetrics,
  type RequestObserver,
  requestMetrics,
  workMetrics,
} from './request-metrics.ts'
import { statisticMetrics } from './statistic-metrics.ts'
import { webhookMetrics } from './webhook-metrics.ts'

export type MetricSources = {
  readonly build: Build
  readonly connections: () => ConnectionCounts
  /** Everything in which work waits. */
  readonly queues: () => readonly BatchQueue[]
  /** The checks of `GET /readyz`, with their problems. */
  readonly problems: () => Promise<Readonly<Record<string, string | null>>>
  /** The disk of the embedded database; null where there is none, or it cannot be read. */
  readonly disk: () => Promise<DiskSpace | null>
  /** The backups that this process makes; null where it makes none. */
  readonly backups: () => Promise<BackupState | null>
  /** The queue of background jobs; null while it cannot be read. */
  readonly jobs: () => Promise<QueueStatistics | null>
  /** Events that are not published yet; null while that cannot be read. */
  readonly unpublished: () => Promise<OutboxBacklog | null>
  /** The milliseconds for which the oldest thing has been waiting for statistics; null while that cannot be read. */
  readonly uncounted: () => Promise<number | null>
  /** Discounts and connections to payment processors; null while they cannot be read. */
  readonly billing: () => Promise<BillingFigures | null>
  /** Referrals that wait for staff; null while they cannot be read. */
  readonly reviews: () => Promise<readonly ReviewFigure[] | null>
}

/** The figures of this process, in the text format of Prometheus. */
export type Metrics = {
  readonly requests: RequestObserver
  readonly countKeyed: (outcome: KeyedOutcome) => void
  readonly countClick: CountClick
  readonly observeJob: JobObserver
  readonly contentType: string
  readonly text: () => Promise<string>
  readonly close: () => void
}

export function createMetrics({
  build,
  connections,
  queues,
  problems,
  disk,
  backups,
  jobs,
  unpublished,
  uncounted,
  billing,
  reviews,
}: MetricSources): Metrics {
  const registry = new Registry()
  const requests = requestMetrics(registry)
  const countKeyed = keyedRequestMetrics(registry)
  const countClick = clickMetrics(registry)
  const observeJob = jobMetrics(registry, jobs)
  eventMetrics(registry, unpublished)
  statisticMetrics(registry, uncounted)
  const closings = [
    businessMetrics(registry, reviews),
    billingMetrics(registry, billing),
    processorMetrics(registry),
    mailMetrics(registry),
    webhookMetrics(registry),
    workMetrics(registry, queues),
  ]
  processMetrics(registry, build, connections, problems)
  diskMetrics(registry, disk)
  backupMetrics(registry, backups)
  return {
    requests,
    countKeyed,
    countClick,
    observeJob,
    contentType: registry.contentType,
    text: () => registry.metrics(),
    close() {
      for (const close of closings) close()
    },
  }
}
