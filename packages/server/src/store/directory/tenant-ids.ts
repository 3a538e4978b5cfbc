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

const TENANTS_AT_ONCE = 100

/** All tenants in the order of their ids, disabled ones included, read as they are needed. */
export async function* allTenantIds(db: Database): AsyncGenerator<TenantId> {
  let last = ''
  for (;;) {
    const rows = await db.query<{ tenant_id: TenantId }>(after, [last, TENANTS_AT_ONCE])
    for (const row of rows) yield row.tenant_id
    if (rows.length < TENANTS_AT_ONCE) return
    last = rows.at(-1)?.tenant_id ?? ''
  }
}
