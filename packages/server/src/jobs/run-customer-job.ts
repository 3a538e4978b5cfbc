import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import { reconcileCustomer } from '../billing/reconciliation/reconcile-customer.ts'
import { type Lease, takeJob } from '../engine/job-table/taken-jobs.ts'
import type { Transaction } from '../frame/context.ts'
import { enqueueJob } from '../frame/jobs/enqueue-job.ts'
import type { CustomerRun } from '../frame/jobs/run-now.ts'
import type { JobHandler } from './job-handler.ts'
import { type JobRunner, runJob, type TakenJob } from './run-job.ts'

const LOOK_EVERY_MS = 50

/**
 * Runs the job of one customer now, in this process, and waits for its end until `late` is aborted. A run of another
 * worker is waited for first. A job that waits for a retry keeps its backoff, because a change at the processor whose
 * outcome is unknown must not be repeated too early; it counts as failed.
 */
export async function runCustomerJob(
  runner: JobRunner,
  tenantId: TenantId,
  customerId: string,
  late: AbortSignal,
): Promise<CustomerRun> {
  for (let isFirst = true; ; isFirst = false) {
    const job = await runner.ctx.writeTenant(tenantId, async (tx) => {
      const lease: Lease = { token: tx.newId<string>(), ms: runner.leaseMs }
      const taken = await takeCustomer(tx, lease, customerId, isFirst)
      return typeof taken === 'string' ? taken : { ...taken, lease: lease.token }
    })
    if (job === 'RETRY_WAITS') return 'FAILED'
    if (typeof job !== 'string') return Promise.race([run(runner, tenantId, job), onceAborted(late)])
    if (late.aborted) return 'NOT_FINISHED'
    await pause(LOOK_EVERY_MS)
  }
}

async function takeCustomer(tx: Transaction, lease: Lease, subject: string, isFirst: boolean) {
  const kind = 'CUSTOMER'
  const taken = await takeJob(tx, lease, kind, subject)
  if (typeof taken !== 'string' || taken === 'RETRY_WAITS') return taken
  // Asked for once while another worker runs it, so that it runs again even if this process ends.
  if (taken !== 'RUNNING' || isFirst) enqueueJob(tx, { kind, subject })
  return taken === 'RUNNING' ? taken : takeJob(tx, lease, kind, subject)
}

async function run(runner: JobRunner, tenantId: TenantId, job: TakenJob): Promise<CustomerRun> {
  let isChanged = false
  let isUndone = false
  let isFailed = true
  const handler: JobHandler = {
    async run(ctx, _tenantId, customerId) {
      const { again, changed, undone } = await reconcileCustomer(ctx, tenantId, customerId, { isAsked: true })
      isChanged = changed > 0
      isUndone = undone > 0
      return again === null ? null : { again }
    },
  }
  const observed: JobRunner = {
    ...runner,
    handlers: { CUSTOMER: handler },
    observe(end) {
      isFailed = end.outcome !== 'succeeded' && end.outcome !== 'rescheduled'
      runner.observe(end)
    },
  }
  const never = new AbortController().signal
  await runJob(observed, tenantId, job, { stop: never, force: never })
  if (isFailed || isUndone) return 'FAILED'
  return isChanged ? 'CHANGED' : 'UNCHANGED'
}

function onceAborted(late: AbortSignal): Promise<'NOT_FINISHED'> {
  return new Promise((resolve) => {
    if (late.aborted) resolve('NOT_FINISHED')
    else late.addEventListener('abort', () => resolve('NOT_FINISHED'), { once: true })
  })
}
