import type { AccountId } from '@goodword/domain/values/ids'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

/** How many accounts a look at a program's ids takes, however many it has. */
const MAX_SAMPLE = 50

const newest = statement(
  'account.newest_ids',
  `
select x.external_id
from account x
where x.tenant_id = $1
order by x.id desc
limit ${MAX_SAMPLE}`,
)

/** The merchant's ids of the newest accounts. */
export async function loadNewestAccountIds(tx: TenantTx): Promise<readonly AccountId[]> {
  const rows = await tx.rows<{ external_id: AccountId }>(newest, [])
  return rows.map((it) => it.external_id)
}
