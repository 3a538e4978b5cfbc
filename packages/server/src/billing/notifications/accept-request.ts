import { createHash } from 'node:crypto'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import { LAST_TIME } from '@goodword/domain/values/last-time'
import type { Notification, NotificationRequest, RefusedRequest } from '../../connectors/notification.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { recordIntegrationActivity } from '../../frame/integration-activity.ts'
import { enqueueJob, enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { openConnection } from '../connections/processor-client.ts'
import { notConnected } from '../connections/read-connection.ts'
import { type ConnectionId, recordDiscountsChanged } from '../rows/connections.ts'
import { loadContestedDiscounts } from '../rows/faulty-discounts.ts'
import { insertNotification, type NotificationId, seeNotificationKind } from '../rows/notifications.ts'
import { followShownTime } from './follow-processor-clock.ts'
import { finishIn } from './process-notification.ts'

/**
 * Takes a request at the notification URL. A notification is stored with a look at the customer that it names, or with a
 * job that finds out whose it is; a repeat of one that is stored changes nothing. It is durable when the promise resolves.
 * Returns null for a notification, and for a challenge the text that the processor wants to see.
 *
 * @throws Refusal VALIDATION_FAILED or PROCESSOR_NOT_CONNECTED
 */
export async function acceptRequest(
  ctx: Context,
  tenantId: TenantId,
  request: NotificationRequest,
): Promise<string | null> {
  const connection = await openConnection(ctx, tenantId)
  if (connection === null) throw notConnected()
  const accepted = await connection.client.accept(request)
  if (accepted.kind === 'CHALLENGE') return accepted.answer
  if (accepted.kind === 'REFUSED') throw refusal(ctx, tenantId, accepted)
  const { notification } = accepted
  const { row } = connection
  if (!isStorable(notification)) throw refusal(ctx, tenantId, notStorable)
  if ((notification.account ?? row.merchant_id) !== row.merchant_id)
    throw refusal(ctx, tenantId, ofAnotherAccount)
  const now = ctx.clock.now()
  await ctx.writeTenant(tenantId, async (tx) => {
    // Also one that was read at the processor before it arrived: it shows that notifications come.
    await storeNotification(tx, row.id, notification, now)
    followShownTime(tx, ctx, notification.testClockAt ?? 0)
    seeNotificationKind(tx, row.id, notification.kind, now)
  })
  return null
}

/** Stores a notification with its work, unless it is stored already. */
export async function storeNotification(
  tx: Transaction,
  connectionId: ConnectionId,
  notification: Notification,
  receivedAt: number,
): Promise<void> {
  const { identity, payload, kind, createdAt: sentAt } = notification
  const { subscriptionId, customerId, paymentId, asks, discountId = null } = notification
  const id = tx.newIdAt<NotificationId>(receivedAt)
  const received = { id, connectionId, kind, receivedAt }
  const about = { subscriptionId, customerId, paymentId, sentAt }
  const kept = { payload: payload.replaceAll('\0', '\uFFFD'), payloadHash: identityHash(identity) }
  if (!(await insertNotification(tx, { ...received, ...about, ...kept }))) return
  if (discountId !== null) await followDiscount(tx, connectionId, discountId, receivedAt)
  if (customerId === null) enqueueJob(tx, { kind: 'NOTIFICATION', subject: id })
  else await finishIn(tx, id, { outcome: 'CUSTOMER_FOUND', customerId }, receivedAt, asks)
}

/**
 * A discount of the program was made, changed or deleted at the processor: it is offered only after another look, and what
 * failed because it was different is tried again.
 */
async function followDiscount(
  tx: Transaction,
  connectionId: ConnectionId,
  discountId: string,
  now: number,
): Promise<void> {
  const { processorDiscountId: ours } = settingsOf((await loadProgram(tx)).settings)
  if (discountId !== ours && !discountId.startsWith(`${ours}-`)) return
  recordDiscountsChanged(tx, connectionId, now)
  const failed = (await loadContestedDiscounts(tx)).filter((it) => it.reason === 'COUPON_DIFFERS')
  enqueueJobs(
    tx,
    failed.map((it) => ({ kind: 'CUSTOMER', subject: it.customer_id })),
  )
}

export function identityHash(identity: string): Buffer {
  return createHash('sha256').update(identity).digest()
}

/** Staff see how many requests came with a wrong signature. */
function refusal(
  ctx: Context,
  tenantId: TenantId,
  { param, message, isSigned, cause }: RefusedRequest,
): Refusal {
  if (isSigned) recordIntegrationActivity(ctx, tenantId, 'NOTIFICATION_REJECTED')
  return new Refusal('VALIDATION_FAILED', message, param, null, cause)
}

const notStorable: RefusedRequest = {
  kind: 'REFUSED',
  param: 'payload',
  message:
    'The notification has IDs or a time that the payment processor does not make. Check that nothing changes the request on its way.',
  isSigned: true,
  cause: 'the notification has IDs or a time that the payment processor does not make',
}

const ofAnotherAccount: RefusedRequest = {
  kind: 'REFUSED',
  param: 'account',
  message:
    'The notification is about another account than the connected one. Have the endpoint send events of your own account only.',
  isSigned: true,
  cause: 'the notification is about another account',
}

const NAME = /^[\x21-\x7e]{1,256}$/

/** Keys can sign anything, so the content is checked as well. */
export function isStorable({
  kind,
  subscriptionId,
  customerId,
  paymentId,
  createdAt,
}: Omit<Notification, 'identity' | 'payload'>): boolean {
  const names = [kind, subscriptionId ?? '-', customerId ?? '-', paymentId ?? '-']
  return names.every((it) => NAME.test(it)) && createdAt >= 0 && createdAt <= LAST_TIME
}
