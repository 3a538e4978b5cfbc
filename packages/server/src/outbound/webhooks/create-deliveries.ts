import type { DeliveryId } from '@goodword/domain/values/ids'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import type { EventConsumer } from '../events/event-consumer.ts'
import { insertDeliveries } from './rows/webhook-deliveries.ts'
import { allReceivers, type ReceiverRow } from './rows/webhook-receivers.ts'

/** Deliveries with their attempts are kept for so long. */
export const KEPT_MS = 30 * 86_400_000

/** Creates a delivery for each public event and each enabled receiver that takes its type, and asks for their sending. */
export const createDeliveries: EventConsumer = async (tx, events) => {
  const receivers = (await allReceivers(tx)).filter((it) => it.disabled_reason === null)
  const deliveries = events.flatMap(({ position, event, isPublic }) => {
    if (!isPublic) return []
    return receivers
      .filter((it) => takesType(it, event.type))
      .map(({ id }) => ({
        id: tx.newId<DeliveryId>(),
        receiver_id: id,
        event_id: event.id,
        position,
        type: event.type,
        state: 'PENDING' as const,
        attempts: 0,
        // The machine's time.
        next_attempt_at: tx.now - tx.aheadMs,
        created_at: tx.now,
      }))
  })
  if (deliveries.length === 0) return
  insertDeliveries(tx, deliveries)
  const asked = new Set(deliveries.map((it) => it.receiver_id))
  enqueueJobs(tx, [
    ...[...asked].map((id) => ({ kind: 'DELIVER_EVENTS', subject: id }) as const),
    { kind: 'SWEEP_DELIVERIES', subject: '', dueAt: tx.now + KEPT_MS },
  ])
}

function takesType({ types }: ReceiverRow, type: string): boolean {
  return types.length === 0 || types.includes(type)
}
