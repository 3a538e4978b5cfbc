import { joinByKey } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

const customers = statement(
  'processor_subscription.customers',
  `
select x.customer_id
from unnest($2::text[]) as requested(id)
${joinByKey('processor_subscription x', 'subscription_id', 'requested.id')}`,
)

/** The customers of those of the subscriptions that belong to an account. One that has several may come several times. */
export async function loadCustomersOf(
  tx: TenantTx,
  subscriptionIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await tx.rows<{ customer_id: string }>(customers, [subscriptionIds])
  return rows.map((it) => it.customer_id)
}
