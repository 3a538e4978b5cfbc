import type { TenantId } from '@goodword/domain/values/ids'
import { type ListedJobRow, listJobs } from '../../engine/job-table/listed-jobs.ts'
import type { Context } from '../../frame/context.ts'
import { INSTALLATION } from '../../frame/jobs/job-kind.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'

export type ReadJobs = {
  readonly alias: TenantId
  readonly jobs: readonly ReadJob[]
}

type ReadJob = {
  readonly id: string
  readonly kind: string
  readonly subject: string
  readonly state: string
  readonly dateChanged: number
  /** Null for a job that is ready or runs. */
  readonly dateDue: number | null
  readonly attempts: number
  readonly lastError: string | null
}

const MAX_JOBS = 1000

/** The jobs of a tenant, or of the installation for `*`, newest first. @throws OperatorError for an unknown alias */
export async function readJobs(ctx: Context, alias: string, onlyFailed: boolean): Promise<ReadJobs> {
  const tenantId = await jobTenant(ctx, alias)
  const rows = await ctx.readTenant(tenantId, (tx) => listJobs(tx, onlyFailed, MAX_JOBS))
  return { alias: tenantId, jobs: rows.map(readJob) }
}

/** The tenant that an operator means. */
export async function jobTenant(ctx: Context, alias: string): Promise<TenantId> {
  return alias === INSTALLATION ? INSTALLATION : (await tenantNamed(ctx, alias)).tenant_id
}

function readJob(row: ListedJobRow): ReadJob {
  const { id, kind, subject, state, attempts } = row
  const dateDue = state === 'WAITING' ? row.due_at : null
  return {
    id,
    kind,
    subject,
    state,
    dateChanged: row.changed_at,
    dateDue,
    attempts,
    lastError: row.last_error,
  }
}
