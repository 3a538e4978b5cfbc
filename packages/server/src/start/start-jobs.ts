import type { Logger } from 'pino'
import type { JobObserver } from '../engine/metrics/job-metrics.ts'
import type { Context } from '../frame/context.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import type { JobRunner } from '../jobs/run-job.ts'
import { scheduleRecurringJobs } from '../jobs/schedule.ts'
import { startWorker, type Worker } from '../jobs/worker.ts'

/** Longer than any call that a job makes to the outside takes, so that a job never runs twice at a time. */
const LEASE_MS = 90_000

/** The runner of jobs in this process. */
export function jobRunner(ctx: Context, logger: Logger, observe: JobObserver): JobRunner {
  return { ctx, handlers: jobHandlers, logger, observe, random: Math.random, leaseMs: LEASE_MS }
}

/** Schedules the recurring jobs and starts to take jobs. */
export async function startJobs(runner: JobRunner): Promise<Worker> {
  const { ctx, handlers, logger } = runner
  await scheduleRecurringJobs(ctx, handlers)
  return startWorker({
    ...runner,
    report: (error) => logger.warn({ err: error }, 'the job queue cannot be read; the worker tries again'),
  })
}
