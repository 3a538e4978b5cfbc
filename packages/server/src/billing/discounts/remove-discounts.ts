import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { enqueueJob, enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { removeNow } from '../connections/remove-connection.ts'
import { removeWebhook } from '../connections/remove-webhook.ts'
import { loadConnection, lockRequestedRemoval } from '../rows/connections.ts'
import { countDiscountsLeft, loadDiscountedCustomers } from '../rows/live-discounts.ts'
import { retireCodes } from './mirror-codes.ts'

const MAX_BATCH = 500
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

/**
 * Asks for a look at every customer with a discount: while the connection is being removed, no bill is to have one. Each
 * is removed by the customer's own job, with its retries and within the connection's rate of calls.
 */
export async function beginRemoval(ctx: Context, tenantId: TenantId, signal: AbortSignal): Promise<void> {
  let last = ''
  for (let isLast = false; !isLast; ) {
    signal.throwIfAborted()
    isLast = await ctx.writeTenant(tenantId, async (tx) => {
      const customers = await loadDiscountedCustomers(tx, last, MAX_BATCH)
      last = customers.at(-1) ?? last
      const isEnd = customers.length < MAX_BATCH
      const jobs = [...new Set(customers)].map((subject) => ({ kind: 'CUSTOMER', subject }) as const)
      if (jobs.length > 0) enqueueJobs(tx, jobs)
      if (isEnd) enqueueJob(tx, { kind: 'REMOVE_DISCOUNTS', subject: 'END' })
      return isEnd
    })
  }
}

/**
 * Deletes the keys once no live subscription has a discount that is not to stay, and no code is mirrored. Returns when to look
 * again; null when the connection is removed, or is not to be any more. What cannot be removed, such as that of an unpaid
 * subscription, is waited for.
 */
export async function endRemoval(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<{ readonly again: number } | null> {
  const areCodesRetired = await retireCodes(ctx, tenantId, signal)
  const ended = await ctx.writeTenant(tenantId, async (tx) => {
    const removal = await lockRequestedRemoval(tx)
    if (removal === null) return null
    const left = removal.leavesDiscounts ? 0 : (await countDiscountsLeft(tx)).left
    if (left > 0 || !areCodesRetired) {
      const isSoon = ctx.clock.now() - removal.requestedAt < 10 * MINUTE_MS
      return { kind: 'WAITS', again: tx.now + (isSoon ? 2 * SECOND_MS : MINUTE_MS) } as const
    }
    const row = await loadConnection(tx)
    await removeNow(ctx, tx)
    return row === null ? null : ({ kind: 'REMOVED', row } as const)
  })
  if (ended?.kind === 'WAITS') return { again: ended.again }
  if (ended !== null) await removeWebhook(ctx, tenantId, ended.row)
  return null
}
