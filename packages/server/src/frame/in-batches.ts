import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from './context.ts'

/** `work` processes at most `size` rows in one transaction, and returns how many it found. */
export type Batches = {
  readonly size: number
  readonly work: (tx: Transaction) => Promise<number>
  /** Ends it between two transactions. */
  readonly signal?: AbortSignal
}

/** Repeats work on many rows, each time in a transaction of its own, until one finds fewer rows than it may take. */
export async function inBatches(
  ctx: Context,
  tenantId: TenantId,
  { size, work, signal }: Batches,
): Promise<void> {
  let found = size
  while (found === size && signal?.aborted !== true) found = await ctx.writeTenant(tenantId, work)
}

/** Works in batches for some tenants, one after the other. */
export async function inBatchesOf(
  ctx: Context,
  tenants: AsyncIterable<TenantId>,
  batches: Batches & { readonly signal: AbortSignal },
): Promise<void> {
  for await (const tenantId of tenants) {
    if (batches.signal.aborted) return
    await inBatches(ctx, tenantId, batches)
  }
}
