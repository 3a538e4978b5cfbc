import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { deleteExpiredLinks, nextLinkExpiry } from './rows/page-links.ts'
import { deleteExpiredSessions, nextSessionExpiry } from './rows/page-sessions.ts'

const MAX_BATCH = 500
/** One run for all that expire within this time. */
const AT_ONCE_MS = 15 * 60_000

/**
 * Deletes expired links and sessions of the hosted page. Returns when the next expire, in milliseconds of the tenant's clock;
 * null if there are none.
 */
export async function sweepPage(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<{ readonly again: number } | null> {
  for (const remove of [deleteExpiredLinks, deleteExpiredSessions]) {
    for (let removed = MAX_BATCH; removed === MAX_BATCH; ) {
      if (signal.aborted) return { again: 0 }
      removed = await ctx.writeTenant(tenantId, (tx) => remove(tx, ctx.clock.now(), MAX_BATCH))
    }
  }
  return ctx.readTenant(tenantId, async (tx) => {
    const times = (await Promise.all([nextLinkExpiry(tx), nextSessionExpiry(tx)])).filter((it) => it !== null)
    if (times.length === 0) return null
    const inMs = Math.max(0, Math.min(...times) - ctx.clock.now())
    return { again: tx.now + inMs + AT_ONCE_MS }
  })
}
