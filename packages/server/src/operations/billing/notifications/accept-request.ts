import { createHash } from 'node:crypto'
import { Refusal } from '@goodword/contract/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import { LAST_TIME } from '@goodword/domain/values/last-time'
import type { Notification, NotificationRequest, RefusedRequest } from '../../../connectors/connector.ts'
import type { ConnectionRow } from '../../../store/processor/connections.ts'
import { insertNotification, type NotificationId } from '../../../store/processor/notifications.ts'
import type { Context } from '../../foundation/context.ts'
import { recordIntegrationActivity } from '../../foundation/integration-activity.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'
import { notConnected } from '../connections/connection-reading.ts'
import { openConnection } from '../connections/processor-client.ts'
import { finishIn } from './process-notification.ts'

/**
 * Takes a request at the notification URL. A notification is stored with a look at the customer that it names, or with a
 * job that finds out whose it is; a repeat of one that is stored changes nothing. It is durable when the promise resolves.
 * Returns null for a notification, and for a challenge the text that the processor wants to see.
 *
 * Throws a Refusal VALIDATION_FAILED or PROCESSOR_NOT_CONNECTED.
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
  if (!isStorable(notification)) throw refusal(ctx, tenantId, notStorable)
  await store(ctx, tenantId, connection.row, notification)
  return null
}

/** Stores a notification, unless it is stored already. */
async function store(
  ctx: Context,
  tenantId: TenantId,
  { id: connectionId }: ConnectionRow,
  { identity, payload, kind, createdAt: sentAt, subscriptionId, customerId, paymentId }: Notification,
): Promise<void> {
  const receivedAt = ctx.clock.now()
  const id = ctx.ids.make<NotificationId>(receivedAt)
  const received = { id, connectionId, kind, receivedAt }
  const about = { subscriptionId, customerId, paymentId, sentAt }
  const kept = { payload: payload.replaceAll('\0', '\uFFFD'), payloadHash: identityHash(identity) }
  await ctx.writeTenant(tenantId, async (tx) => {
    if (!(await insertNotification(tx, { ...received, ...about, ...kept }))) return
    if (customerId === null) enqueueJob(tx, { kind: 'NOTIFICATION', subject: id })
    else await finishIn(tx, received, { outcome: 'CUSTOMER_FOUND', customerId }, receivedAt)
  })
}

export function identityHash(identity: string): Buffer {
  return createHash('sha256').update(identity).digest()
}

/** Staff see how many requests came with a wrong signature. */
function refusal(ctx: Context, tenantId: TenantId, { param, message, isSigned }: RefusedRequest): Refusal {
  if (isSigned) recordIntegrationActivity(ctx, tenantId, 'NOTIFICATION_REJECTED')
  return new Refusal('VALIDATION_FAILED', message, param)
}

const notStorable: RefusedRequest = {
  kind: 'REFUSED',
  param: 'payload',
  message:
    'The notification has IDs or a time that the payment processor does not make. Check that nothing changes the request on its way.',
  isSigned: true,
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
