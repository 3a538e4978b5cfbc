import type { TenantId } from '@goodword/domain/ids'
import { allTenantIds } from '../store/directory/tenant-ids.ts'
import type { Context, Transaction } from './context.ts'

/** How many rows a transaction takes, and what it does with them: it answers how many it found. */
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

/** The same for all tenants, one after the other, disabled ones included. */
export async function inBatchesOfAllTenants(
  ctx: Context,
  batches: Batches & { readonly signal: AbortSignal },
): Promise<void> {
  for await (const tenantId of allTenantIds(ctx.db)) {
    if (batches.signal.aborted) return
    await inBatches(ctx, tenantId, batches)
  }
}
