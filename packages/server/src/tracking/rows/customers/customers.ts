import type { ProviderId } from '@goodword/domain/values/ids'
import { byCtid, byKey } from '../../../engine/driver/by-key.ts'
import { isoTime, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** A customer of the payment processor that is bound to an account, since a moment of the tenant's clock. */
export type CustomerRow = Tables['processor_customer']

const insert = rowInsert('processor_customer', {
  onConflict: 'on conflict (tenant_id, customer_id) do nothing',
})

/** Keeps when customers were bound; one that is there already stays as it is. */
export function insertCustomers(
  tx: TenantTx,
  customers: readonly Omit<CustomerRow, 'missing_since'>[],
): void {
  sendRows(
    tx,
    insert,
    customers.map((it) => ({ ...it, missing_since: null })),
  )
}

const byId = statement(
  'processor_customer.load',
  `
select x.customer_id, x.account_id, x.bound_at, x.missing_since
from processor_customer x
where x.tenant_id = $1
  and ${byKey('x.customer_id', '$2')}`,
)

export async function loadCustomer(tx: TenantTx, customerId: string): Promise<CustomerRow | null> {
  const [row] = await tx.rows<CustomerRow>(byId, [customerId])
  return row ?? null
}

const setMissing = statement(
  'processor_customer.set_missing',
  `
update processor_customer x
set missing_since = $3
where ${byCtid('processor_customer', byKey('y.customer_id', '$2'))}`,
)

/** Notes since when the connected processor has no live subscription of a customer; null if it has. */
export function setGoneSince(tx: TenantTx, customerId: string, since: number | null): void {
  tx.write(setMissing, [customerId, since === null ? null : isoTime(since)])
}

const gone = statement(
  'processor_customer.gone',
  `
select x.customer_id
from unnest($2::text[]) as requested(id)
cross join lateral (
  select x.customer_id, x.missing_since
  from processor_customer x
  where x.tenant_id = $1
    and ${byKey('x.customer_id', 'requested.id')}
) as x
where x.missing_since is not null`,
)

/** The customers among these of which the connected processor is known to have no live subscription. */
export async function loadGoneCustomers(
  tx: TenantTx,
  customerIds: readonly ProviderId[],
): Promise<ReadonlySet<ProviderId>> {
  if (customerIds.length === 0) return new Set()
  const rows = await tx.rows<{ customer_id: ProviderId }>(gone, [customerIds])
  return new Set(rows.map((it) => it.customer_id))
}

const replace = statement(
  'processor_customer.replace',
  `
update processor_customer x
set customer_id = $3,
  bound_at = $4,
  missing_since = null
where ${byCtid('processor_customer', byKey('y.customer_id', '$2'))}`,
)

/** Keeps a customer in the place of the former one of its account. */
export function replaceCustomer(
  tx: TenantTx,
  former: ProviderId,
  { customer_id: customerId, bound_at: boundAt }: Pick<CustomerRow, 'customer_id' | 'bound_at'>,
): void {
  tx.write(replace, [former, customerId, isoTime(boundAt)])
}
