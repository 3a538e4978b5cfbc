import type { Context } from '../../frame/context.ts'
import { inBatches } from '../../frame/in-batches.ts'
import { clearPayloads, deleteNotifications, tenantsWithOldNotifications } from '../rows/notifications.ts'

const DAY_MS = 24 * 3_600_000
/** Payloads hold names and addresses of customers. */
export const PAYLOAD_KEPT_MS = 30 * DAY_MS
/** The time for which a repeat is recognized; the processor repeats for a day. */
export const HASH_KEPT_MS = 90 * DAY_MS

/** Few enough that no transaction is long. */
const MAX_BATCH = 500

/**
 * Clears old payloads and deletes old notifications of the tenants that have any; an aborted signal ends it between
 * transactions.
 */
export async function sweepNotifications(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const [payloadsUntil, hashesUntil] = [now - PAYLOAD_KEPT_MS, now - HASH_KEPT_MS]
  const size = MAX_BATCH
  for await (const tenantId of tenantsWithOldNotifications(ctx.db, payloadsUntil, hashesUntil)) {
    if (signal.aborted) return
    await inBatches(ctx, tenantId, { size, work: (tx) => deleteNotifications(tx, hashesUntil, size), signal })
    await inBatches(ctx, tenantId, { size, work: (tx) => clearPayloads(tx, payloadsUntil, size), signal })
  }
}
