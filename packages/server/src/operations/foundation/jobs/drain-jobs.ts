import type { TenantId } from '@goodword/domain/ids'

/**
 * Publishes what happened and runs the jobs that are due at a time of a tenant's clock; false if they take too long, or if one
 * failed. A gateway that waits for them has those tried again that failed before.
 */
export type DrainJobs = (
  tenantId: TenantId,
  drain: { readonly until: number; readonly retriesFailed: boolean },
) => Promise<boolean>
