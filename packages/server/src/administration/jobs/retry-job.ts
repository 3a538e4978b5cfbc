import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import { lockJob, restartJob } from '../../engine/job-table/listed-jobs.ts'
import { signalJobsReady } from '../../engine/signals/job-signal.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { jobTenant } from './read-jobs.ts'

export type RetriedJob = {
  readonly alias: TenantId
  readonly id: string
  readonly kind: string
  /** False when it was about to run already, or is running. */
  readonly changed: boolean
}

/** Runs a job that failed, or that waits, now. @throws OperatorError for an unknown alias or job */
export async function retryJob(ctx: Context, alias: string, id: string): Promise<RetriedJob> {
  const tenantId = await jobTenant(ctx, alias)
  const retried = isUuid(id) ? await retry(ctx, tenantId, id) : null
  if (retried === null) {
    throw new OperatorError(`There is no job "${id}" in ${tenantId}. Use an id printed by "job list".`)
  }
  return { alias: tenantId, id, ...retried }
}

function retry(
  ctx: Context,
  tenantId: TenantId,
  id: string,
): Promise<Pick<RetriedJob, 'kind' | 'changed'> | null> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const job = await lockJob(tx, id)
    if (job === null) return null
    const { kind, state } = job
    if (state === 'READY' || state === 'RUNNING') return { kind, changed: false }
    restartJob(tx, id)
    writeAuditEntry(tx, auditEntry(ctx, 'job.retry', { jobId: id, kind }))
    tx.afterCommit(signalJobsReady)
    return { kind, changed: true }
  })
}
