import type { AccountId, TenantId } from '@goodword/domain/ids'
import { DatabaseUnavailable, SerializationConflict } from '../../store/driver/database-error.ts'
import { closeBalances } from '../../store/ledger/account-discounts.ts'
import type { Context } from '../context.ts'

/** Fewer are summed up faster than a closing is worth. */
const LONG = 200
/** Far longer than any transaction lasts, and than the clocks of two machines may differ. */
const SETTLED_MS = 15 * 60_000
const MOST_NOTED = 10_000

/**
 * Notes that it took so many entries to sum up an account's ledger. A referrer may have a hundred thousand rewards: a
 * long ledger is closed by the next `closeLongLedgers` of this process. Reading itself writes nothing.
 */
export function noteLedgerLength(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  entries: number,
): void {
  const noted = ctx.singleton(longLedgers)
  if (entries >= LONG && noted.size < MOST_NOTED)
    noted.set(`${tenantId} ${accountId}`, { tenantId, accountId })
}

function longLedgers(
  _ctx: Context,
): Map<string, { readonly tenantId: TenantId; readonly accountId: AccountId }> {
  return new Map()
}

/**
 * Closes the ledgers that were noted as long: the sum up to a moment some time back is stored, and readings start from
 * there. A ledger that cannot be closed now only costs time, and the next reading notes it again. An aborted signal ends
 * it between two ledgers.
 */
export async function closeLongLedgers(ctx: Context, signal: AbortSignal): Promise<void> {
  const noted = ctx.singleton(longLedgers)
  const ledgers = [...noted.values()]
  noted.clear()
  for (const { tenantId, accountId } of ledgers) {
    if (signal.aborted) return
    await closeLedger(ctx, tenantId, accountId)
  }
}

/** A process whose clock runs ahead closes nothing that has not come yet: the database's clock bounds it. */
async function closeLedger(ctx: Context, tenantId: TenantId, accountId: AccountId): Promise<void> {
  try {
    await ctx.writeTenant(tenantId, async (tx) => {
      const aheadMs = tx.now - ctx.clock.now()
      closeBalances(tx, [accountId], tx.now - SETTLED_MS, aheadMs - SETTLED_MS)
    })
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable || error instanceof SerializationConflict)) throw error
  }
}
