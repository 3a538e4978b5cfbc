import type { TenantId } from '@goodword/domain/ids'
import type { Database } from '../driver/database.ts'
import { statement } from '../driver/statement.ts'

const after = statement(
  'tenant.after',
  `
select t.id as tenant_id
from tenant t
where t.id > $1
order by t.id
limit $2`,
)

/** The next tenants in the order of their ids, disabled ones included; from the first on after the empty text. */
export async function tenantIdsAfter(db: Database, last: string, limit: number): Promise<TenantId[]> {
  const rows = await db.query<{ tenant_id: TenantId }>(after, [last, limit])
  return rows.map((row) => row.tenant_id)
}
