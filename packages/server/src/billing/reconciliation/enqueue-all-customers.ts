import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { loadBoundCustomers } from '../rows/bound-customers.ts'

const MAX_BATCH = 500

/**
 * Asks for a look at every customer of the payment processor that an account is linked with, as after a connection was
 * made: what changed before it was not followed. Begins after the customer `after`, in the order of their IDs; an empty one
 * is before all others. An aborted signal ends it between transactions.
 */
export async function enqueueAllCustomers(
  ctx: Context,
  tenantId: TenantId,
  after: string,
  signal: AbortSignal,
): Promise<void> {
  let last = after
  while (!signal.aborted) {
    const customers = await ctx.writeTenant(tenantId, async (tx) => {
      const found = await loadBoundCustomers(tx, last, MAX_BATCH)
      if (found.length > 0) enqueueJobs(tx, found.map(toJob))
      return found
    })
    last = customers.at(-1) ?? ''
    if (customers.length < MAX_BATCH) return
  }
}

function toJob(subject: string) {
  return { kind: 'CUSTOMER', subject } as const
}
