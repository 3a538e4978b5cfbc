import type { TenantId } from '@goodword/domain/values/ids'
import { type ListedJob, listJobs } from '../../engine/job-table/listed-jobs.ts'
import type { Context } from '../../frame/context.ts'
import { INSTALLATION } from '../../frame/jobs/job-kind.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'

export type ReadJobs = { readonly alias: TenantId; readonly jobs: readonly ListedJob[] }

const MAX_JOBS = 1000

/** The jobs of a tenant, or of the installation for `*`, newest first. @throws OperatorError for an unknown alias */
export async function readJobs(ctx: Context, alias: string, onlyFailed: boolean): Promise<ReadJobs> {
  const tenantId = await jobTenant(ctx, alias)
  const jobs = await ctx.readTenant(tenantId, (tx) => listJobs(tx, onlyFailed, MAX_JOBS))
  return { alias: tenantId, jobs }
}

/** The tenant that an operator means. */
export async function jobTenant(ctx: Context, alias: string): Promise<TenantId> {
  return alias === INSTALLATION ? INSTALLATION : (await tenantNamed(ctx, alias)).tenant_id
}
