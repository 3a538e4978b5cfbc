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

const listed = statement(
  'processor_subscription.first_listed',
  `
select x.id
from processor_subscription x
where x.tenant_id = $1
  and x.is_listed
order by x.id
limit 1`,
)

/** Whether a live subscription has a referral discount, or belongs to an account with a reward. */
export async function hasListedDiscounts(tx: TenantTx): Promise<boolean> {
  return (await tx.rows(listed, [])).length > 0
}

/** How many live subscriptions of a tenant have a referral discount at the processor; counts up to 100,000. */
export async function countLiveDiscounts(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ discounts: number }>(count, [])
  return row?.discounts ?? 0
}
