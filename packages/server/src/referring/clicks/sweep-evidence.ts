import { PUBLIC_CLICK_DAYS } from '@goodword/domain/fraud/fraud-history'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { startOfDay } from '../../tracking/rows/evidence-keys.ts'
import {
  deleteNetworks,
  deleteSalts,
  isEvidenceLeft,
  NETWORK_DAYS,
} from '../../tracking/rows/network-salts.ts'
import { deletePublicClicks } from './rows/public-clicks.ts'

const MAX_BATCH = 500
const DAY_MS = 86_400_000

/**
 * Deletes network keys that were not seen for 30 days, the salts that no present key was made with, and clicks from public
 * pages that do not count any more. Returns when to look again; null if nothing is left.
 */
export async function sweepEvidence(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<{ readonly again: number } | null> {
  const removals = [
    (tx: Transaction) => deleteNetworks(tx, tx.now - NETWORK_DAYS * DAY_MS, MAX_BATCH),
    (tx: Transaction) => deletePublicClicks(tx, startOfDay(tx.now - PUBLIC_CLICK_DAYS * DAY_MS), MAX_BATCH),
  ]
  for (const remove of removals) {
    for (let removed = MAX_BATCH; removed === MAX_BATCH; ) {
      if (signal.aborted) return { again: 0 }
      removed = await ctx.writeTenant(tenantId, remove)
    }
  }
  return ctx.writeTenant(tenantId, async (tx) => {
    deleteSalts(tx, Math.floor(tx.now / (NETWORK_DAYS * DAY_MS)) - 1)
    return (await isEvidenceLeft(tx)) ? { again: tx.now + DAY_MS } : null
  })
}
