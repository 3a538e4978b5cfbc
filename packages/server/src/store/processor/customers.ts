import { byKey } from '../driver/by-key.ts'
import { rowInsert, sendRows } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../tables.generated.ts'

/** A customer of the payment processor that is bound to an account, since a moment of the tenant's clock. */
export type CustomerRow = Tables['processor_customer']

const insert = rowInsert('processor_customer', {
  onConflict: 'on conflict (tenant_id, customer_id) do nothing',
})

/** Keeps when customers were bound; one that is there already stays as it is. */
export function insertCustomers(tx: TenantTx, customers: readonly CustomerRow[]): void {
  sendRows(tx, insert, customers)
}

const byId = statement(
  'processor_customer.load',
  `
select x.customer_id, x.account_id, x.bound_at
from processor_customer x
where x.tenant_id = $1
  and ${byKey('x.customer_id', '$2')}`,
)

export async function loadCustomer(tx: TenantTx, customerId: string): Promise<CustomerRow | null> {
  const [row] = await tx.rows<CustomerRow>(byId, [customerId])
  return row ?? null
}
