import type { TenantId } from '@goodword/domain/values/ids'
import { takeJob } from '../engine/job-table/taken-jobs.ts'
import { serializeError } from '../engine/logging/serialize-error.ts'
import type { Context } from '../frame/context.ts'
import { promoteDueJobs } from './claim-jobs.ts'
import { jobHandlers } from './handlers.ts'
import { runJob } from './run-job.ts'

const LEASE_MS = 30_000

/**
 * Takes the job of a tenant's imports and runs it for a while in this process, unless a worker of the service has it.
 * `report` gets what a failed run says; the job is tried again then.
 */
export async function runImportJob(
  ctx: Context,
  tenantId: TenantId,
  report: (message: string) => void,
): Promise<void> {
  await promoteDueJobs(ctx, tenantId)
  const job = await ctx.writeTenant(tenantId, async (tx) => {
    const lease = { token: tx.newId<string>(), ms: LEASE_MS }
    const taken = await takeJob(tx, lease, 'IMPORT', '')
    return typeof taken === 'string' ? null : { ...taken, lease: lease.token }
  })
  if (job === null) return
  const fail = ({ err }: { readonly err?: unknown }) => {
    if (err !== undefined) report(serializeError(err).message)
  }
  const runner = {
    ctx,
    handlers: { IMPORT: jobHandlers.IMPORT },
    logger: { debug: () => undefined, info: () => undefined, warn: fail, error: fail },
    observe: () => undefined,
    random: Math.random,
    leaseMs: LEASE_MS,
  }
  const never = new AbortController().signal
  await runJob(runner, tenantId, job, { stop: never, force: never })
}
