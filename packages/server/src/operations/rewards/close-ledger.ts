import type { AccountId, TenantId } from '@goodword/domain/ids'
import { closeBalances } from '../../store/account-discounts.ts'
import type { Database } from '../../store/database.ts'
import { DatabaseUnavailable, SerializationConflict } from '../../store/database-error.ts'
import { inTenant } from '../../store/tenant-tx.ts'
import { tenantNow } from '../../store/test-clocks.ts'

/** Closes an account's ledger if it took many entries to sum it up, so that the next reading need not. */
export type CloseLongLedger = (tenantId: TenantId, accountId: AccountId, entries: number) => Promise<void>

/** Fewer are summed up faster than a closing is worth. */
const LONG = 200
/** Far longer than any transaction lasts, and than the clocks of two machines may differ. */
const SETTLED_MS = 15 * 60_000
/** New entries may be too young to be closed; until some are old enough, closing again would change nothing. */
const PAUSE_MS = 60_000

/**
 * A referrer may have a hundred thousand rewards. Whoever reads a long ledger has it closed: its sum up to a moment some
 * time back is kept, and readings start from there. What stands in the way of that only costs time. A process whose clock
 * runs ahead closes nothing that has not come yet: the database's clock bounds it.
 */
export function ledgerCloser(db: Database, now: (tenantId: TenantId) => number): CloseLongLedger {
  const triedAt = new Map<string, number>()

  return async (tenantId, accountId, entries) => {
    if (entries < LONG || !isDue(`${tenantId} ${accountId}`, now(tenantId))) return
    try {
      await inTenant(db, tenantId, async (tx) => {
        const machineNow = now(tenantId)
        const time = await tenantNow(tx, machineNow)
        closeBalances(tx, [accountId], time - SETTLED_MS, time - machineNow - SETTLED_MS)
      })
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable || error instanceof SerializationConflict)) throw error
    }
  }

  function isDue(key: string, time: number): boolean {
    for (const [tried, at] of triedAt) if (Math.abs(time - at) >= PAUSE_MS) triedAt.delete(tried)
    if (triedAt.has(key)) return false
    triedAt.set(key, time)
    return true
  }
}
