import type { TenantId } from '@goodword/domain/values/ids'
import { afterAll } from 'vitest'
import type { Database } from '../engine/driver/database.ts'
import type { ObservedRun } from '../engine/metrics/job-metrics.ts'
import type { Context } from '../frame/context.ts'
import { enqueueJob } from '../frame/jobs/enqueue-job.ts'
import type { JobHandler } from '../jobs/job-handler.ts'
import type { JobRunner } from '../jobs/run-job.ts'
import { startWorker, type Worker, type WorkerOptions } from '../jobs/worker.ts'

/** A kind of job that tests give handlers of their own. */
export const TEST_KIND = 'CLOSE_LEDGER'

export type TestRunner = {
  readonly runner: JobRunner
  /** How the runs ended, in that order. */
  readonly runs: ObservedRun[]
  readonly lines: Record<string, unknown>[]
}

/** Runs jobs of the test's kind; a job that failed is tried again at once. */
export function testRunner(ctx: Context, run: JobHandler['run'], more: Partial<JobRunner> = {}): TestRunner {
  const runs: ObservedRun[] = []
  const lines: Record<string, unknown>[] = []
  const log = (fields: unknown): void => void lines.push(Object(fields))
  const runner: JobRunner = {
    ctx,
    handlers: { [TEST_KIND]: { run } },
    logger: { debug: log, info: log, warn: log, error: log },
    observe: (it) => void runs.push(it),
    random: () => 0,
    leaseMs: 60_000,
    ...more,
  }
  return { runner, runs, lines }
}

const workers: Worker[] = []
afterAll(() => stopWorkers())

/** Starts a worker, which is stopped after the file's last test at the latest. */
export function startTestWorker(runner: JobRunner, more: Partial<WorkerOptions> = {}): Worker {
  const worker = startWorker({ ...runner, report: () => undefined, ...more })
  workers.push(worker)
  return worker
}

export async function stopWorkers(): Promise<void> {
  await Promise.all(workers.splice(0).map((it) => it.stop(AbortSignal.abort())))
}

export async function enqueue(
  ctx: Context,
  tenantId: TenantId,
  subject: string,
  dueAt?: number,
): Promise<void> {
  await ctx.writeTenant(tenantId, async (tx) => {
    enqueueJob(tx, { kind: TEST_KIND, subject, ...(dueAt === undefined ? {} : { dueAt }) })
  })
}

export type StoredJob = {
  tenant_id: string
  subject: string
  state: string
  attempts: number
  last_error: string | null
}

/** The queue, in the order of tenants and subjects. */
export function storedJobs(owner: Database): Promise<StoredJob[]> {
  const text = `select tenant_id, subject, state, attempts, last_error from app.job order by tenant_id, subject`
  return owner.query<StoredJob>({ name: '', text }, [])
}
