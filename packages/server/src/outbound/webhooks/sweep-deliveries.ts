import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { inBatches } from '../../frame/in-batches.ts'
import { KEPT_MS } from './create-deliveries.ts'
import { deleteAttempts } from './rows/webhook-attempts.ts'
import { deleteDeliveries, oldestDelivery } from './rows/webhook-deliveries.ts'

/** Few enough that no transaction is long. */
const MAX_BATCH = 500
const HOUR_MS = 3_600_000

/**
 * Deletes the deliveries of a tenant that are 30 days old, with their attempts; an aborted signal ends it between
 * transactions. Returns when to look again, at most once an hour; null when no delivery is left.
 */
export async function sweepDeliveries(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<{ readonly again: number } | null> {
  const work = async (tx: Transaction) => {
    const ids = await deleteDeliveries(tx, tx.now - KEPT_MS, MAX_BATCH)
    let attempts = MAX_BATCH
    while (attempts === MAX_BATCH) attempts = await deleteAttempts(tx, ids, MAX_BATCH)
    return ids.length
  }
  await inBatches(ctx, tenantId, { size: MAX_BATCH, work, signal })
  return ctx.readTenant(tenantId, async (tx) => {
    const oldest = await oldestDelivery(tx)
    return oldest === null ? null : { again: Math.max(oldest + KEPT_MS, tx.now + HOUR_MS) }
  })
}
