import type { TenantId } from '@goodword/domain/values/ids'
import { BatchPerTenant } from '../engine/batching/natural-batch.ts'
import type { Context, Transaction } from './context.ts'

/** Reads what belongs to the keys; a key without an entry has nothing. */
type Load<Key, Found> = (tx: Transaction, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>

const MAX_READ = 200
const READS_AT_ONCE = 2

/**
 * Reads what belongs to one key; null when there is nothing. Reads of a tenant by the same `load` that wait at the same
 * time share a transaction and its statements: under row-level security most of the cost is the transaction. `load` is
 * a function of a module, not one made for the call; `in steps` is for one that waits for a statement before it sends the
 * next.
 */
export function sharedRead<Key, Found>(
  ctx: Context,
  tenantId: TenantId,
  key: Key,
  load: Load<Key, Found>,
  how: 'at once' | 'in steps' = 'at once',
): Promise<Found | null> {
  const reads = ctx.singleton(sharedReads)
  // Only batches of `load` are stored under it.
  const known = reads.get(load) as BatchPerTenant<Key, Found | null> | undefined
  const batches = known ?? batchesOf(ctx, load, how)
  if (known === undefined) reads.set(load, batches)
  return batches.add(tenantId, key)
}

function sharedReads(): Map<unknown, unknown> {
  return new Map()
}

function batchesOf<Key, Found>(
  ctx: Context,
  load: Load<Key, Found>,
  how: 'at once' | 'in steps',
): BatchPerTenant<Key, Found | null> {
  return new BatchPerTenant<Key, Found | null>((tenantId) => ({
    name: 'reading',
    largest: MAX_READ,
    runsAtOnce: READS_AT_ONCE,
    run: async (keys) => {
      const read = (tx: Transaction) => load(tx, [...new Set(keys)])
      const found =
        how === 'at once'
          ? await ctx.readTenantAtOnce(tenantId as TenantId, read)
          : await ctx.readTenant(tenantId as TenantId, read)
      return keys.map((key) => ({ status: 'fulfilled', value: found.get(key) ?? null }))
    },
  }))
}
