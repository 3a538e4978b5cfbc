import type { BillingInterval } from '@goodword/domain/bills/billing-interval'
import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import type {
  ProcessorClient,
  ProcessorCredentials,
  ReportedBill,
  ReportedBills,
} from '../../connectors/connector.ts'
import { credentialsOf, ProcessorClients } from '../../connectors/processor-clients.ts'
import { ProcessorError } from '../../connectors/processor-error.ts'
import type { Database } from '../../engine/driver/database.ts'
import { inTenant, readTenant, retryOnConflict } from '../../engine/driver/tenant-tx.ts'
import { openOrNull } from '../../engine/secrets/secret-box.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import {
  loadBillsByIds,
  loadBillsOfCustomer,
  loadBillsOfSubscriptions,
  type ReportedBillRow,
  setNextDiscount,
} from '../../frame/rows/reported-bills.ts'
import { type ConnectionRow, loadConnection } from '../rows/connections.ts'

/** A connection and the client for its calls. */
export type OpenConnection = { readonly row: ConnectionRow; readonly client: ProcessorClient }

/**
 * The connection of a tenant, ready to be called; null without one.
 *
 * @throws ProcessorError CREDENTIALS_REJECTED if its credentials cannot be decrypted
 */
export async function openConnection(ctx: Context, tenantId: TenantId): Promise<OpenConnection | null> {
  const row = await ctx.readTenant(tenantId, loadConnection)
  return row === null ? null : { row, client: clientOf(ctx, tenantId, row) }
}

/** Opens the connection, with what else is read of the tenant in that transaction. */
export async function openConnectionWith<T>(
  ctx: Context,
  tenantId: TenantId,
  read: (tx: Transaction) => Promise<T>,
): Promise<readonly [OpenConnection, T] | null> {
  const [row, found] = await ctx.readTenant(tenantId, (tx) => Promise.all([loadConnection(tx), read(tx)]))
  return row === null ? null : [{ row, client: clientOf(ctx, tenantId, row) }, found]
}

/**
 * The client of a connection.
 *
 * @throws ProcessorError CREDENTIALS_REJECTED if the credentials cannot be decrypted
 */
export function clientOf(ctx: Context, tenantId: TenantId, row: ConnectionRow): ProcessorClient {
  const credentials = openCredentials(ctx, tenantId, row)
  if (credentials === null) throw new ProcessorError('CREDENTIALS_REJECTED', { message: KEYS_LOST })
  return clientFor(ctx, credentials)
}

/** The client for credentials, which may not be stored yet; it fails as `ProcessorClients.open` does. */
export function clientFor(ctx: Context, credentials: ProcessorCredentials): ProcessorClient {
  return (ctx.processors ?? ctx.singleton(clientsOfProcess)).open(credentials)
}

const clientsOfProcess = ({ db, allowLocalTargets }: Context) =>
  new ProcessorClients({ allowLocalTargets, reportedBills: (tenant) => reportedBillsOf(db, tenant) })

export const KEYS_LOST =
  'The stored keys cannot be decrypted, because the service runs with another SECRET_KEY than before. Send the credentials again with PUT connection.'

/** Null if they were encrypted with another secret key. */
export function openCredentials(
  { secretBox }: Context,
  tenantId: TenantId,
  row: ConnectionRow,
): ProcessorCredentials | null {
  const document = openOrNull(secretBox, row.credentials_box, credentialsContext(tenantId, row.id))
  return document === null ? null : credentialsOf(document)
}

/** Credentials are encrypted for one connection of one tenant. */
export function credentialsContext(tenantId: TenantId, recordId: string) {
  return { tenantId, purpose: 'processor-credentials', recordId } as const
}

/** The bills that were reported to a tenant, as its connector reads them. */
export function reportedBillsOf(db: Database, tenant: string): ReportedBills {
  // The tenant is sealed in its credentials.
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
