import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { type Statement, statement } from '../../engine/driver/statement.ts'

const after = statement(
  'tenant.after',
  `
select t.id as tenant_id
from tenant t
where t.id > $1
order by t.id
limit $2`,
)

const TENANTS_AT_ONCE = 500

/** All tenants in the order of their ids, disabled ones included, read as they are needed. */
export function allTenantIds(db: Database): AsyncGenerator<TenantId> {
  return tenantIdsOf(db, after, [])
}

/**
 * The tenants that a statement finds, read as they are needed. It takes the tenant to begin after as `$1` and how many to
 * find as `$2`, then these values, and returns them in the order of their ids.
 */
export async function* tenantIdsOf(
  db: Database,
  find: Statement,
  values: readonly unknown[],
): AsyncGenerator<TenantId> {
  let last = ''
  for (;;) {
    const rows = await db.query<{ tenant_id: TenantId }>(find, [last, TENANTS_AT_ONCE, ...values])
    for (const row of rows) yield row.tenant_id
    if (rows.length < TENANTS_AT_ONCE) return
    last = rows.at(-1)?.tenant_id ?? ''
  }
}
