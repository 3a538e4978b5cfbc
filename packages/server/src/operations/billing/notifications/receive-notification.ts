import { createHash } from 'node:crypto'
import { Refusal } from '@goodword/contract/refusal'
import type { TenantId } from '@goodword/domain/ids'
import { LAST_TIME } from '@goodword/domain/last-time'
import { type Notification, type ProcessorClient, ProcessorError } from '../../../connectors/connector.ts'
import { insertNotification, type NotificationId } from '../../../store/processor/notifications.ts'
import type { Context } from '../../foundation/context.ts'
import { recordIntegrationActivity } from '../../foundation/integration-activity.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'
import { notConnected } from '../connections/connection-reading.ts'
import { openConnection } from '../connections/processor-client.ts'
import { finishIn } from './process-notification.ts'

export type SignedNotification = { readonly signature: string; readonly payload: string }

/**
 * Stores a notification of the processor with a look at the customer that it names, or with a job that finds out whose it is; a
 * repeat of one that is stored changes nothing. It is durable when the promise resolves. The signature is verified before
 * anything else is read of the payload.
 *
 * Throws a Refusal VALIDATION_FAILED or PROCESSOR_NOT_CONNECTED.
 */
export async function receiveNotification(
  ctx: Context,
  tenantId: TenantId,
  { signature, payload }: SignedNotification,
): Promise<'stored' | 'repeated'> {
  const connection = await openConnection(ctx, tenantId)
  if (connection === null) throw notConnected()
  const { row, client } = connection
  const notification = await parse(client, signature, payload)
  if (notification === null) {
    recordIntegrationActivity(ctx, tenantId, 'NOTIFICATION_REJECTED')
    throw wrongSignature()
  }
  const receivedAt = ctx.clock.now()
  const id = ctx.ids.make<NotificationId>(receivedAt)
  const isNew = await ctx.writeTenant(tenantId, async (tx) => {
    const { kind, subscriptionId, customerId, paymentId, createdAt: sentAt } = notification
    const received = { id, connectionId: row.id, kind, receivedAt }
    const about = { subscriptionId, customerId, paymentId, sentAt }
    const isInserted = await insertNotification(tx, {
      ...received,
      ...about,
      payload,
      payloadHash: payloadHash(payload),
    })
    if (!isInserted) return false
    if (customerId === null) enqueueJob(tx, { kind: 'NOTIFICATION', subject: id })
    else await finishIn(tx, received, { outcome: 'CUSTOMER_FOUND', customerId }, receivedAt)
    return true
  })
  return isNew ? 'stored' : 'repeated'
}

async function parse(
  client: ProcessorClient,
  signature: string,
  payload: string,
): Promise<Notification | null> {
  const notification = await client.parseNotification(signature, payload).catch(nullIfMalformed)
  return notification !== null && isStorable(notification) ? notification : null
}

function wrongSignature(): Refusal {
  const message =
    'The signature does not match the payload, or the payload is not a notification. Check that the webhook belongs to the connected merchant, and that nothing changes the request on its way.'
  return new Refusal('VALIDATION_FAILED', message, 'bt_signature')
}

function nullIfMalformed(error: unknown): null {
  if (error instanceof ProcessorError && error.code === 'MALFORMED') return null
  throw error
}

const NAME = /^[\x21-\x7e]{1,256}$/

/** A private key can sign anything, so the content is checked as well. */
export function isStorable({
  kind,
  subscriptionId,
  customerId,
  paymentId,
  createdAt,
}: Notification): boolean {
  const names = [kind, subscriptionId ?? '-', customerId ?? '-', paymentId ?? '-']
  return names.every((it) => NAME.test(it)) && createdAt >= 0 && createdAt <= LAST_TIME
}

/** Some frameworks on the way drop the newline at the end of the payload. */
export function payloadHash(payload: string): Buffer {
  return createHash('sha256').update(payload.trimEnd()).digest()
}
