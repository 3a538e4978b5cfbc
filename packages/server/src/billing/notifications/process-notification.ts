import type { TenantId } from '@goodword/domain/values/ids'
import type { NotificationWork } from '../../connectors/notification.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { readProgram } from '../../frame/program/read-program.ts'
import { isErasedCustomer } from '../../tracking/erased/erased-account.ts'
import { loadCustomer } from '../../tracking/rows/customers/customers.ts'
import { callProcessor, hasUsedCalls, nextCallDay } from '../connections/call-processor.ts'
import { type OpenConnection, openConnection } from '../connections/processor-client.ts'
import { loadConnection } from '../rows/connections.ts'
import { eraseNotifications } from '../rows/customer-rows.ts'
import {
  finishNotification,
  loadNotification,
  type NotificationId,
  type NotificationRow,
  type ProcessedNotification,
} from '../rows/notifications.ts'
import { loadSubscriptions } from '../rows/subscriptions.ts'

/**
 * Finds out which customer a notification is about. What the payload says beyond that is not used, because notifications
 * come late, twice and in any order: the customer's state is read at the processor.
 *
 * @throws ProcessorError if the customer cannot be looked up now
 */
export async function processNotification(
  ctx: Context,
  tenantId: TenantId,
  id: NotificationId,
): Promise<void> {
  const notification = await ctx.readTenant(tenantId, (tx) => loadNotification(tx, id))
  // It was deleted after 90 days, or was processed by a run whose end was not noted.
  if (notification === null || notification.outcome !== null) return
  const processed = await customerOf(ctx, tenantId, notification)
  await ctx.writeTenant(tenantId, (tx) => finishIn(tx, id, processed, ctx.clock.now()))
}

/** Keeps what a notification is about, and asks for a look at the customer, unless it says that less is to be done. */
export async function finishIn(
  tx: Transaction,
  id: NotificationId,
  processed: ProcessedNotification,
  now: number,
  asks: NotificationWork | null = null,
): Promise<void> {
  const { customerId } = processed
  const isErased = customerId !== null && (await isErasedCustomer(tx, customerId))
  finishNotification(tx, id, now, processed)
  if (isErased) eraseNotifications(tx, [id], (await loadCustomer(tx, customerId)) === null)
  if (customerId !== null) await enqueueWork(tx, customerId, asks)
}

/** The time within which a change comes that follows another one. */
const FOLLOWED_WITHIN_MS = 60_000

async function enqueueWork(tx: Transaction, subject: string, asks: NotificationWork | null): Promise<void> {
  if (asks === 'NOTHING') return
  const isKnown = asks === 'DRAFTS' && (await loadSubscriptions(tx, subject)).some((it) => it.is_live)
  if (isKnown) return enqueueJob(tx, { kind: 'SWEEP_DRAFTS', subject: '' })
  const soon = asks === 'LATER' ? tx.now + FOLLOWED_WITHIN_MS : tx.now
  const dueAt = (await isPutOff(tx, subject)) ? nextCallDay(tx.now) : soon
  enqueueJob(tx, { kind: 'CUSTOMER', subject, dueAt })
}

/** When the calls of the day are used up, a customer whose bill is not near waits for the next day. */
async function isPutOff(tx: Transaction, customerId: string): Promise<boolean> {
  const row = await loadConnection(tx)
  if (row === null || !hasUsedCalls(row, tx.now)) return false
  return !(await loadSubscriptions(tx, customerId)).some((it) => it.look_class === 'NEAR')
}

async function customerOf(
  ctx: Context,
  tenantId: TenantId,
  notification: NotificationRow,
): Promise<ProcessedNotification> {
  const connection = await openConnection(ctx, tenantId)
  // Customers of a merchant that is not connected any more mean nothing at another one.
  if (connection?.row.id !== notification.connection_id) return { outcome: 'DISCONNECTED', customerId: null }
  const { customer_id: customerId, subscription_id: subscriptionId } = notification
  if (customerId !== null) return { outcome: 'CUSTOMER_FOUND', customerId }
  const { payment_id: paymentId } = notification
  if (subscriptionId === null && paymentId !== null) {
    const payer = await callProcessor(ctx, tenantId, connection, (client) => client.readPayer(paymentId))
    return payer === null
      ? { outcome: 'NO_SUBSCRIPTION', customerId: null }
      : { outcome: 'CUSTOMER_FOUND', customerId: payer }
  }
  if (subscriptionId === null) return { outcome: 'NO_SUBSCRIPTION', customerId: null }
  const found = await readCustomerId(ctx, tenantId, connection, subscriptionId)
  return found === null
    ? { outcome: 'SUBSCRIPTION_NOT_FOUND', customerId: null }
    : { outcome: 'CUSTOMER_FOUND', customerId: found }
}

async function readCustomerId(
  ctx: Context,
  tenantId: TenantId,
  connection: OpenConnection,
  subscriptionId: string,
): Promise<string | null> {
  const { processorDiscountId } = await readProgram(ctx, tenantId)
  const subscription = await callProcessor(ctx, tenantId, connection, (client) =>
    client.readSubscription(subscriptionId, processorDiscountId),
  )
  return subscription?.customerId ?? null
}
