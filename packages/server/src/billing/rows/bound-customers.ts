import type { ProviderId } from '@goodword/domain/values/ids'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

const bound = statement(
  'account.bound_customers',
  `
select x.provider_id
from account x
where x.tenant_id = $1
  and x.provider_id > $2
order by x.provider_id
limit $3`,
)

/** The next customers of the payment processor that accounts are linked with, in the order of their ids. */
export async function loadBoundCustomers(
  tx: TenantTx,
  after: string,
  most: number,
): Promise<readonly ProviderId[]> {
  const rows = await tx.rows<{ provider_id: ProviderId }>(bound, [after, most])
  return rows.map((it) => it.provider_id)
}
