import type { TenantId } from '@goodword/domain/ids'
import { allTenantIds } from '../../store/directory/tenant-ids.ts'
import { clearPayloads, deleteNotifications } from '../../store/processor/notifications.ts'
import type { Context } from '../context.ts'
import { inBatches } from '../in-batches.ts'

const DAY_MS = 24 * 3_600_000
/** Payloads hold names and addresses of customers. */
export const PAYLOAD_KEPT_MS = 30 * DAY_MS
/** So long a repeat is recognized; the processor repeats for a day. */
export const HASH_KEPT_MS = 90 * DAY_MS

/** Few enough that no transaction is long. */
const LARGEST_BATCH = 500

/** Clears old payloads and deletes old notifications of all tenants; an aborted signal ends it between transactions. */
export async function sweepNotifications(ctx: Context, signal: AbortSignal): Promise<void> {
  for await (const tenantId of allTenantIds(ctx.db)) {
    if (signal.aborted) return
    await sweepTenant(ctx, tenantId, signal)
  }
}

async function sweepTenant(ctx: Context, tenantId: TenantId, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const size = LARGEST_BATCH
  await inBatches(ctx, tenantId, {
    size,
    work: (tx) => deleteNotifications(tx, now - HASH_KEPT_MS, size),
    signal,
  })
  await inBatches(ctx, tenantId, {
    size,
    work: (tx) => clearPayloads(tx, now - PAYLOAD_KEPT_MS, size),
    signal,
  })
}
