import type { TenantId } from '@goodword/domain/ids'
import { allTenantIds } from '../../store/directory/tenant-ids.ts'
import { sweepRequests } from '../../store/idempotent-requests.ts'
import type { Context } from '../context.ts'
import { KEPT_MS } from './idempotent-execution.ts'

/** Few enough that the transaction is short, and no request waits for its locks. */
const LARGEST_BATCH = 500

/**
 * Deletes expired stored responses of all tenants, one after the other; an aborted signal ends it
 * between two transactions. Responses contain names and addresses, so those of inactive tenants must be deleted as well:
 * requests alone would never do it.
 */
export async function sweepAnswers(ctx: Context, signal: AbortSignal): Promise<void> {
  for await (const tenantId of allTenantIds(ctx.db)) {
    if (signal.aborted) return
    await sweepTenant(ctx, tenantId, signal)
  }
}

async function sweepTenant(ctx: Context, tenantId: TenantId, signal: AbortSignal) {
  while (!signal.aborted) {
    const now = ctx.clock.now()
    const batch = { keptMs: KEPT_MS, now, limit: LARGEST_BATCH }
    const swept = await ctx.writeTenant(tenantId, (tx) => sweepRequests(tx, batch))
    if (swept < LARGEST_BATCH) return
  }
}
