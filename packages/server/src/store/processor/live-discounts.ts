import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

const count = statement(
  'processor_subscription.count_discounted',
  `
select count(*) as discounts
from (
  select x.tenant_id
  from processor_subscription x
  where x.tenant_id = $1
    and x.is_live
    and x.actual_minor > 0
  limit 100000
) as discounted`,
)

/** How many live subscriptions of a tenant have a referral discount at the processor; counts up to 100,000. */
export async function countLiveDiscounts(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ discounts: number }>(count, [])
  return row?.discounts ?? 0
}
