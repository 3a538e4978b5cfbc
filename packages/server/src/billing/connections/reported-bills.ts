import type { BillingInterval } from '@goodword/domain/bills/billing-interval'
import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import type { ReportedBill, ReportedBills } from '../../connectors/reported-bills.ts'
import type { Database } from '../../engine/driver/database.ts'
import { inTenant, readTenant, retryOnConflict } from '../../engine/driver/tenant-tx.ts'
import {
  loadBillsByIds,
  loadBillsOfCustomer,
  loadBillsOfSubscriptions,
  type ReportedBillRow,
  setNextDiscount,
} from '../../frame/rows/reported-bills.ts'

/** The bills that were reported to a tenant, as its connector reads them. */
export function reportedBillsOf(db: Database, tenant: string): ReportedBills {
  // It is sealed in the credentials of that tenant.
  const tenantId = tenant as TenantId
  return {
    ofCustomer: async (id) =>
      (await readTenant(db, tenantId, (tx) => loadBillsOfCustomer(tx, id))).map(billOf),
    ofSubscriptions: async (ids) =>
      (await readTenant(db, tenantId, (tx) => loadBillsOfSubscriptions(tx, ids))).map(billOf),
    byIds: async (ids) => {
      const possible = ids.filter(isUuid)
      return (await readTenant(db, tenantId, (tx) => loadBillsByIds(tx, possible))).map(billOf)
    },
    setNextDiscount: (id, minor) =>
      retryOnConflict(() => inTenant(db, tenantId, async (tx) => setNextDiscount(tx, id, minor))),
  }
}

function billOf(row: ReportedBillRow): ReportedBill {
  // Only currencies and units that a merchant may send were ever stored.
  const currency = row.currency as Currency
  const unit = row.interval_unit as BillingInterval['unit']
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    customerId: row.customer_id,
    day: row.day,
    billedAt: row.billed_at,
    price: { minor: row.price_minor, currency },
    discountMinor: row.discount_minor,
    nextBillDate: row.next_bill_date,
    billingInterval: { unit, count: row.interval_count },
    nextDiscount: { minor: row.next_discount_minor, currency },
  }
}
