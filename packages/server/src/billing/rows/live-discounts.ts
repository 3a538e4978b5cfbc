import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

const count = statement(
  'processor_subscription.count_discounted',
  `
select count(*) as discounts
from (
  select x.tenant_id
  from processor_subscription x
  where x.tenant_id = $1
    and x.is_live
    and (x.actual_minor > 0 or x.has_discount)
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

const toRemove = 'x.is_live and (x.expected_minor > 0 or x.actual_minor > 0 or x.has_discount)'

const countLeft = statement(
  'processor_subscription.count_to_remove',
  `
select count(*) as "left", count(*) filter (where counted.is_stuck) as stuck
from (
  select x.state in ('FAILED', 'WAITING') as is_stuck
  from processor_subscription x
  where x.tenant_id = $1
    and ${toRemove}
  limit 100000
) as counted`,
)

/** How many live subscriptions still have a discount to remove, and of how many it cannot be removed for now. */
export type DiscountsLeft = { readonly left: number; readonly stuck: number }

/** Counts up to 100,000. A discount that was about to be set counts too. */
export async function countDiscountsLeft(tx: TenantTx): Promise<DiscountsLeft> {
  const [row] = await tx.rows<DiscountsLeft>(countLeft, [])
  return row ?? { left: 0, stuck: 0 }
}

const customersLeft = statement(
  'processor_subscription.customers_to_remove',
  `
select x.customer_id
from processor_subscription x
where x.tenant_id = $1
  and ${toRemove}
  and x.customer_id > $2
order by x.customer_id
limit $3`,
)

/** The customers of such subscriptions, once for each of them, in the order of their ids. */
export async function loadDiscountedCustomers(
  tx: TenantTx,
  after: string,
  most: number,
): Promise<readonly string[]> {
  const rows = await tx.rows<{ customer_id: string }>(customersLeft, [after, most])
  return rows.map((it) => it.customer_id)
}
