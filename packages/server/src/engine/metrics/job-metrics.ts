import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { counter, gauge, histogram } from './definition.ts'
import { readGauge } from './read-gauge.ts'

export const jobDefinitions = {
  runs: counter(
    'goodword_job_runs_total',
    'Runs of background jobs in this process, by kind and outcome: succeeded, rescheduled (to run again later), retried (failed, to run again with backoff), failed (given up), released (stopped first), skipped (kind of another release), or lease_lost.',
    ['kind', 'outcome'],
  ),
  durations: histogram('goodword_job_duration_seconds', 'Duration of the runs of background jobs, by kind.', [
    'kind',
  ]),
  waits: histogram(
    'goodword_job_wait_seconds',
    'Time from a background job being ready to its run, by kind.',
    ['kind'],
  ),
  oldestReady: gauge(
    'goodword_job_oldest_ready_age_seconds',
    'Time the oldest background job that could run has been waiting for a worker, in the whole database; 0 if none is.',
  ),
  jobs: gauge(
    'goodword_jobs',
    'Background jobs in the whole database, by state: waiting (for their time or a retry), ready, running, failed (given up). Counted up to 10,000.',
    ['state'],
  ),
}

export type ObservedRun = {
  readonly kind: string
  readonly outcome: string
  readonly seconds: number
  /** The wait since the job could run. */
  readonly waitSeconds: number
}

export type JobObserver = (run: ObservedRun) => void

/** The jobs in the queue by state, and the wait of the oldest job that could run. */
export type QueueStatistics = {
  readonly depth: Readonly<Record<string, number>>
  readonly oldestMs: number
}

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Metrics of background jobs. The statistics are of the whole database: null while they cannot be read. */
export function jobMetrics(
  registry: Registry,
  statistics: () => Promise<QueueStatistics | null>,
): JobObserver {
  const registers = [registry]
  const runs = new Counter({ ...jobDefinitions.runs, registers })
  const durations = new Histogram({ ...jobDefinitions.durations, buckets: BUCKETS, registers })
  const waits = new Histogram({ ...jobDefinitions.waits, buckets: BUCKETS, registers })
  readGauge(registry, jobDefinitions.oldestReady, statistics, (found) => found.oldestMs / 1000)
  new Gauge({
    ...jobDefinitions.jobs,
    registers,
    async collect() {
      this.reset()
      const found = await statistics()
      for (const [state, jobs] of Object.entries(found?.depth ?? {})) {
        this.set({ state: state.toLowerCase() }, jobs)
      }
    },
  })
  return ({ kind, outcome, seconds, waitSeconds }) => {
    runs.inc({ kind, outcome })
    durations.observe({ kind }, seconds)
    waits.observe({ kind }, waitSeconds)
  }
}
