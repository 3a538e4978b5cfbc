import type { ProviderId, TenantId } from '@goodword/domain/values/ids'

// Requests to the worker, which is above the operations.

/**
 * Runs the job of one customer now, and waits for it until `late` is aborted. The job is in the queue from then on: what is
 * not finished in time is finished in the background.
 */
export type RunCustomer = (
  tenantId: TenantId,
  customerId: ProviderId,
  late: AbortSignal,
) => Promise<CustomerRun>

/** The dependency of an operation that answers after its effect at the payment processor. */
export type CustomerRuns = { readonly runCustomer: RunCustomer }

export type CustomerRun = 'UNCHANGED' | 'CHANGED' | 'FAILED' | 'NOT_FINISHED'

/**
 * Publishes what happened and runs the jobs that are due at a time of a tenant's clock; false if they take too long, or if one
 * failed. A gateway that waits for them has those tried again that failed before.
 */
export type DrainJobs = (
  tenantId: TenantId,
  drain: { readonly until: number; readonly retriesFailed: boolean },
) => Promise<boolean>
