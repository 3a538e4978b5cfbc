import type { TenantId } from '@goodword/domain/ids'
import { BatchPerTenant } from '../platform/natural-batch.ts'
import type { Database } from './database.ts'
import { readTenantAtOnce, type TenantTx } from './tenant-tx.ts'

/** Reads what belongs to a key of a tenant; null when there is nothing. */
export type SharedRead<Key, Found> = (tenantId: TenantId, key: Key) => Promise<Found | null>

const LARGEST_READ = 200
const READS_AT_ONCE = 2

/**
 * Lets reads of a tenant that wait at the same time share one transaction. Under row-level security a read is begin,
 * set tenant, select and commit; shared, most of that is paid once for all. `read` is readTenant for a load that waits
 * for one statement before it sends the next.
 */
export function sharedRead<Key, Found>(
  db: Database,
  load: (tx: TenantTx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  read: typeof readTenantAtOnce = readTenantAtOnce,
): SharedRead<Key, Found> {
  const batches = new BatchPerTenant<Key, Found | null>((tenantId) => ({
    name: 'reading',
    largest: LARGEST_READ,
    runsAtOnce: READS_AT_ONCE,
    run: async (keys) => {
      const found = await read(db, tenantId as TenantId, (tx) => load(tx, [...new Set(keys)]))
      return keys.map((key) => ({ status: 'fulfilled', value: found.get(key) ?? null }))
    },
  }))
  return (tenantId, key) => batches.add(tenantId, key)
}
