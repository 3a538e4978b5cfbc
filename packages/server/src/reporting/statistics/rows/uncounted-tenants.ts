import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../../engine/driver/database.ts'
import { statement } from '../../../engine/driver/statement.ts'
import { tenantIdsOf } from '../../../frame/rows/tenant-ids.ts'

const find = statement(
  'statistic.uncounted_tenants',
  'select app.tenants_with_uncounted($1, $2) as tenant_id',
)

/** The tenants with something that statistics have not counted yet. */
export function uncountedTenants(db: Database): AsyncIterable<TenantId> {
  return tenantIdsOf(db, find, [])
}

const age = statement('statistic.oldest_uncounted', 'select app.oldest_uncounted_seconds() as seconds')

/**
 * Returns for how long the oldest thing has been waiting to be counted, in the whole database; 0 when all is counted.
 * Events that are not published yet wait for that first, and are not among them. Clicks are, where a job to count
 * them was enqueued.
 */
export async function readUncountedMs(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(age, [])
  return (row?.seconds ?? 0) * 1000
}
