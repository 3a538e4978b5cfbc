import { byCtid, byKey, deleteByCtid } from '../../engine/driver/by-key.ts'
import { columnList, rowInsert, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** A bill that the merchant's own system made, as it was reported. */
export type ReportedBillRow = Tables['reported_bill']

const columns = columnList('x', 'reported_bill')

const insert = rowInsert('reported_bill', {
  onConflict: 'on conflict (tenant_id, subscription_id, day) do nothing',
})

/** Stores a bill, unless its subscription has one of that day. */
export function insertReportedBill(tx: TenantTx, bill: ReportedBillRow): void {
  sendRows(tx, insert, [bill])
}

const ofSubscriptions = statement(
  'reported_bill.of_subscriptions',
  `
select ${columns}
from unnest($2::text[]) as requested(id)
cross join lateral (
  select ${columns}
  from reported_bill x
  where x.tenant_id = $1
    and ${byKey('x.subscription_id', 'requested.id')}
) as x
order by x.subscription_id, x.day desc`,
)

/** All bills of subscriptions, the newest of each first. */
export function loadBillsOfSubscriptions(tx: TenantTx, ids: readonly string[]): Promise<ReportedBillRow[]> {
  return tx.rows(ofSubscriptions, [ids])
}

const ofCustomer = statement(
  'reported_bill.of_customer',
  `
select ${columns}
from reported_bill x
where x.tenant_id = $1
  and ${byKey('x.customer_id', '$2')}`,
)

/** All bills of a customer, in no order. */
export function loadBillsOfCustomer(tx: TenantTx, customerId: string): Promise<ReportedBillRow[]> {
  return tx.rows(ofCustomer, [customerId])
}

const byIds = statement(
  'reported_bill.by_ids',
  `
select ${columns}
from unnest($2::uuid[]) as requested(id)
cross join lateral (
  select ${columns}
  from reported_bill x
  where x.tenant_id = $1
    and ${byKey('x.id', 'requested.id')}
) as x`,
)

export function loadBillsByIds(tx: TenantTx, ids: readonly string[]): Promise<ReportedBillRow[]> {
  return tx.rows(byIds, [ids])
}

const setNext = statement(
  'reported_bill.set_next_discount',
  `
update reported_bill x
set next_discount_minor = $3
where ${byCtid(
    'reported_bill',
    `y.subscription_id between $2 and $2
    order by y.subscription_id desc, y.day desc
    limit 1`,
  )}`,
)

/** Stores the discount for the next bill of a subscription, with its newest bill. */
export function setNextDiscount(tx: TenantTx, subscriptionId: string, minor: number): void {
  tx.write(setNext, [subscriptionId, minor])
}

const erase = statement('reported_bill.erase', deleteByCtid('reported_bill', byKey('y.customer_id', '$2')))

export function deleteReportedBills(tx: TenantTx, customerId: string): void {
  tx.write(erase, [customerId])
}
