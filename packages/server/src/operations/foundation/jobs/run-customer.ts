import type { ProviderId, TenantId } from '@goodword/domain/ids'

/**
 * Runs the job of one customer now, and waits for it until `late` is aborted. The job is in the queue from then on: what is
 * not finished in time is finished in the background.
 */
export type RunCustomer = (
  tenantId: TenantId,
  customerId: ProviderId,
  late: AbortSignal,
) => Promise<CustomerRun>

export type CustomerRun = 'UNCHANGED' | 'CHANGED' | 'FAILED' | 'NOT_FINISHED'
