import type { Delivery } from '@goodword/contract/webhooks/webhook-delivery'
import type { DeliveryId, EventId, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { KEPT_MS } from './create-deliveries.ts'
import { deliveryOf } from './read-deliveries.ts'
import { lockedReceiver, requireEnabled } from './read-receivers.ts'
import { listAttempts } from './rows/webhook-attempts.ts'
import { type DeliveryRow, findPendingTest, insertDeliveries } from './rows/webhook-deliveries.ts'

/**
 * Sends a test to a receiver, whatever types it takes; a pending test is answered again.
 *
 * @throws Refusal RECEIVER_NOT_FOUND or RECEIVER_DISABLED
 */
export async function sendTest(ctx: Context, tenantId: TenantId, webhookId: string): Promise<Delivery> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const receiver = await lockedReceiver(tx, webhookId)
    requireEnabled(receiver)
    // A repeat of the request.
    const pending = await findPendingTest(tx, receiver.id)
    if (pending !== null) return deliveryOf(pending, receiver, await listAttempts(tx, [pending.id]))
    const delivery: DeliveryRow = {
      id: tx.newId<DeliveryId>(),
      receiver_id: receiver.id,
      event_id: tx.newId<EventId>(),
      position: null,
      type: 'test',
      state: 'PENDING',
      attempts: 0,
      next_attempt_at: ctx.clock.now(),
      created_at: tx.now,
    }
    insertDeliveries(tx, [delivery])
    enqueueJobs(tx, [
      { kind: 'DELIVER_EVENTS', subject: receiver.id },
      { kind: 'SWEEP_DELIVERIES', subject: '', dueAt: tx.now + KEPT_MS },
    ])
    return deliveryOf(delivery, receiver, [])
  })
}
