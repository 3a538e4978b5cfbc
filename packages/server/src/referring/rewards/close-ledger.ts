import type { AccountId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { closeBalances } from './rows/account-discounts.ts'

/** Fewer entries are summed up fast enough. */
const LONG = 200
/** Far longer than any transaction lasts, and than the clocks of two machines may differ. */
const SETTLED_MS = 15 * 60_000
const MAX_NOTED = 10_000

/**
 * Notes the number of entries that were summed up for an account's ledger. A referrer may have a hundred thousand rewards: a
 * long ledger is closed by a job, which the next `enqueueLongLedgers` of this process enqueues. Reading itself writes
 * nothing.
 */
export function noteLedgerLength(
  ctx: Context,
  tenantId: TenantId,
  accountId: AccountId,
  entries: number,
): void {
  if (entries < LONG) return
  const noted = ctx.singleton(longLedgers)
  if (noted.count >= MAX_NOTED) return
  const accounts = noted.byTenant.get(tenantId) ?? new Set()
  noted.byTenant.set(tenantId, accounts)
  if (!accounts.has(accountId)) noted.count += 1
  accounts.add(accountId)
}

type LongLedgers = { byTenant: Map<TenantId, Set<AccountId>>; count: number }

function longLedgers(_ctx: Context): LongLedgers {
  return { byTenant: new Map(), count: 0 }
}

/**
 * Enqueues a job for each ledger that was noted as long. If that fails it only costs time, and the next reading
 * notes it again. An aborted signal ends it between two tenants.
 */
export async function enqueueLongLedgers(ctx: Context, signal: AbortSignal): Promise<void> {
  const noted = ctx.singleton(longLedgers)
  const { byTenant } = noted
  noted.byTenant = new Map()
  noted.count = 0
  for (const [tenantId, accounts] of byTenant) {
    if (signal.aborted) return
    await ctx.writeTenant(tenantId, async (tx) => {
      enqueueJobs(
        tx,
        [...accounts].map((subject) => ({ kind: 'CLOSE_LEDGER', subject }) as const),
      )
    })
  }
}

/**
 * Closes a ledger: the sum up to a moment some time back is stored, and readings start from there. A process whose clock
 * is ahead does not close entries in the future: the database's clock limits it.
 */
export async function closeLedger(ctx: Context, tenantId: TenantId, accountId: AccountId): Promise<void> {
  await ctx.writeTenant(tenantId, async (tx) => {
    const aheadMs = tx.now - ctx.clock.now()
    closeBalances(tx, [accountId], tx.now - SETTLED_MS, aheadMs - SETTLED_MS)
  })
}
