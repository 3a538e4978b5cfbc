import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { eraseTestAnswers, eraseTestJobs, eraseTestRows, testDataTables } from './rows/erased-rows.ts'
import { countErasedRows, finishTestDataErasure, loadTestDataErasure, noteEmptied } from './rows/erasures.ts'

/** Few enough that no transaction is long. */
const ROWS_PER_TRANSACTION = 500

/**
 * Longer than any transaction: one that began before the rows were erased may store what it knew, so everything is looked
 * for once more after this time.
 */
const SETTLED_MS = 10_000

/**
 * Erases the test data of a tenant in small transactions. A run that is cut off is repeated from the first table, where
 * nothing is left. Returns when to look once more, in milliseconds of the tenant's clock; null when it is finished.
 */
export async function eraseTestData(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<number | null> {
  const { erasure, now } = await ctx.readTenant(tenantId, async (tx) => ({
    erasure: await loadTestDataErasure(tx),
    now: tx.now,
  }))
  if (erasure === null || erasure.state === 'DONE') return null
  const settledAt = erasure.emptied_at === null ? null : erasure.emptied_at + SETTLED_MS
  if (settledAt !== null && now < settledAt) return settledAt
  await eraseAll(ctx, tenantId, erasure.request_key, signal)
  return ctx.writeTenant(tenantId, async (tx) => {
    if (settledAt === null) {
      noteEmptied(tx, tx.now)
      return tx.now + SETTLED_MS
    }
    finishTestDataErasure(tx, tx.now)
    return null
  })
}

async function eraseAll(
  ctx: Context,
  tenantId: TenantId,
  requestKey: string,
  signal: AbortSignal,
): Promise<void> {
  await eraseBatches(
    ctx,
    tenantId,
    signal,
    counting((tx) => eraseTestJobs(tx, ROWS_PER_TRANSACTION)),
  )
  for (const table of testDataTables) {
    await eraseBatches(ctx, tenantId, signal, (tx) => eraseTestRows(tx, table, ROWS_PER_TRANSACTION))
  }
  // The name of a request begins with the time at which it came, and a space.
  const ownKey = requestKey.slice(requestKey.indexOf(' ') + 1)
  const eraseAnswers = counting((tx) => eraseTestAnswers(tx, ownKey, ROWS_PER_TRANSACTION))
  await eraseBatches(ctx, tenantId, signal, eraseAnswers)
}

type Erase = (tx: Transaction) => Promise<number>

/** Counts rows that are not counted where they are erased. */
function counting(erase: Erase): Erase {
  return async (tx) => {
    const rows = await erase(tx)
    if (rows > 0) countErasedRows(tx, rows)
    return rows
  }
}

async function eraseBatches(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
  erase: Erase,
): Promise<void> {
  let erased = ROWS_PER_TRANSACTION
  while (erased >= ROWS_PER_TRANSACTION) {
    signal.throwIfAborted()
    erased = await ctx.writeTenant(tenantId, erase)
  }
}
