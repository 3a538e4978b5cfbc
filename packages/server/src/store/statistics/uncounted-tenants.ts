import type { TenantId } from '@goodword/domain/ids'
import type { Database } from '../driver/database.ts'
import { statement } from '../driver/statement.ts'

const find = statement(
  'statistic.tenants_to_count',
  'select c.tenant_id, c.has_work from app.tenants_to_count($1, $2) as c',
)

const PAGE = 500

/** The tenants with something that statistics have not counted yet. */
export async function* tenantsToCount(db: Database): AsyncIterable<TenantId> {
  let after = ''
  for (;;) {
    const rows = await db.query<{ tenant_id: TenantId; has_work: boolean }>(find, [after, PAGE])
    for (const row of rows) if (row.has_work) yield row.tenant_id
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.tenant_id
  }
}

const age = statement('statistic.oldest_uncounted', 'select app.oldest_uncounted_seconds() as seconds')

/**
 * For how long the oldest thing has been waiting to be counted, in the whole database; 0 when all is counted. Events that
 * are not published yet wait for that first, and are not among them.
 */
export async function readUncountedMs(db: Pick<Database, 'query'>): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(age, [])
  return (row?.seconds ?? 0) * 1000
}
