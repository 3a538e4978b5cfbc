import { byKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type KeptRequestRow = Pick<Tables['idempotent_request'], 'key' | 'answer' | 'created_at'>

const page = statement(
  'idempotent_request.page',
  `
select x.key, x.answer, x.created_at
from idempotent_request x
where x.tenant_id = $1
  and x.key > $2
order by x.key
limit $3`,
)

/** Requests in the order of their keys, after one of them. */
export function listKeptRequests(tx: TenantTx, after: string, limit: number): Promise<KeptRequestRow[]> {
  return tx.rows(page, [after, limit])
}

const remove = statement(
  'idempotent_request.delete_kept',
  `
delete from idempotent_request x
where x.tenant_id = $1
  and x.status is not null
  and x.ctid = (
    select y.ctid
    from idempotent_request y
    where y.tenant_id = $1
      and ${byKey('y.key', '$2')}
    for update
  )`,
)

/** Deletes requests that were answered. */
export function deleteKeptRequests(tx: TenantTx, keys: readonly string[]): void {
  for (const key of keys) tx.write(remove, [key])
}
