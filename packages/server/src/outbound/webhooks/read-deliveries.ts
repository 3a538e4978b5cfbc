import { Refusal } from '@goodword/contract/frame/refusal'
import type { Delivery, LoggedDelivery } from '@goodword/contract/webhooks/webhook-delivery'
import type { DeliveryState } from '@goodword/domain/outbound/webhook-retry'
import { type DeliveryId, isUuid, type TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { envelopesOf } from './delivery-envelopes.ts'
import { existingReceiver } from './read-receivers.ts'
import { type ListedAttemptRow, listAttempts, loadAttempts } from './rows/webhook-attempts.ts'
import { type DeliveryRow, listDeliveries, loadDelivery } from './rows/webhook-deliveries.ts'
import { loadReceiver, type ReceiverRow } from './rows/webhook-receivers.ts'

export type DeliveryQuestion = {
  readonly state?: DeliveryState
  readonly eventId?: string
  readonly dateCreated?: string
}

/** A page of the deliveries to a receiver. @throws Refusal RECEIVER_NOT_FOUND for an unknown ID */
export async function readDeliveries(
  ctx: Context,
  tenantId: TenantId,
  webhookId: string,
  { state, ...others }: DeliveryQuestion,
  page: PageQuestion,
): Promise<Page<Delivery>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const receiver = await existingReceiver(tx, webhookId)
    // A text that cannot be an ID is that of no event.
    if (others.eventId !== undefined && !isUuid(others.eventId))
      return { rows: [], total: 0, nextCursor: null }
    const found = await listDeliveries(
      tx,
      { ...others, receiver: { id: receiver.id, state } },
      tx.now,
      request,
    )
    const attempts = await listAttempts(
      tx,
      found.rows.map((it) => it.id),
    )
    return mapPage(found, (row) => deliveryOf(row, receiver, attempts))
  })
}

const KEPT_CHARACTERS = 4096

/** A delivery with its request and its response. @throws Refusal DELIVERY_NOT_FOUND */
export async function readDelivery(ctx: Context, tenantId: TenantId, id: string): Promise<LoggedDelivery> {
  return ctx.readTenant(tenantId, async (tx) => {
    const { delivery, receiver } = await existingDelivery(tx, id)
    const [attempts, envelopes] = await Promise.all([
      loadAttempts(tx, delivery.id),
      // The body is made again, so that erased data of a person is not in the log either.
      envelopesOf(tx, [delivery], false),
    ])
    const envelope = envelopes.get(delivery.id)
    const body = envelope === undefined ? '' : JSON.stringify(envelope)
    return {
      ...deliveryOf(delivery, receiver, []),
      attempts: attempts.map((row) => ({
        ...row,
        request: `${row.request}\n${body}`.slice(0, KEPT_CHARACTERS),
      })),
    }
  })
}

export type ExistingDelivery = { readonly delivery: DeliveryRow; readonly receiver: ReceiverRow }

/** A delivery whose receiver exists as well. @throws Refusal DELIVERY_NOT_FOUND */
export async function existingDelivery(
  tx: Transaction,
  id: string,
  load: (tx: Transaction, id: DeliveryId) => Promise<DeliveryRow | null> = loadDelivery,
): Promise<ExistingDelivery> {
  const delivery = isUuid(id) ? await load(tx, id as DeliveryId) : null
  const receiver = delivery === null ? null : await loadReceiver(tx, delivery.receiver_id)
  if (delivery !== null && receiver !== null) return { delivery, receiver }
  const message = 'No delivery has this ID. Use an ID from GET webhooks/{webhookId}/deliveries.'
  throw new Refusal('DELIVERY_NOT_FOUND', message, 'deliveryId')
}

/** A delivery with those of the attempts that are its own. */
export function deliveryOf(
  row: DeliveryRow,
  { disabled_reason: disabledReason }: Pick<ReceiverRow, 'disabled_reason'>,
  attempts: readonly ListedAttemptRow[],
): Delivery {
  return {
    id: row.id,
    webhookId: row.receiver_id,
    eventId: row.event_id,
    // Only names of types were ever stored there.
    type: row.type as Delivery['type'],
    state: row.state,
    nextAttempt: disabledReason === null ? row.next_attempt_at : null,
    dateCreated: row.created_at,
    attempts: attempts.filter((it) => it.delivery_id === row.id),
  }
}
