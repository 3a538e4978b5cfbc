import { Refusal } from '@goodword/contract/frame/refusal'
import type { Delivery } from '@goodword/contract/webhooks/webhook-delivery'
import type { DeliveryState } from '@goodword/domain/outbound/webhook-retry'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { deliveryOf, existingDelivery } from './read-deliveries.ts'
import { existingReceiver, requireEnabled } from './read-receivers.ts'
import { listAttempts } from './rows/webhook-attempts.ts'
import {
  countInPeriod,
  type DeliveryRow,
  lockDelivery,
  restartInPeriod,
  settleDelivery,
} from './rows/webhook-deliveries.ts'

/** Sends the event of a delivery again, now. @throws Refusal DELIVERY_NOT_FOUND or RECEIVER_DISABLED */
export async function resendDelivery(ctx: Context, tenantId: TenantId, id: string): Promise<Delivery> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const { delivery, receiver } = await existingDelivery(tx, id, lockDelivery)
    requireEnabled(receiver)
    const past = await listAttempts(tx, [delivery.id])
    // A repeat of the request.
    if (isAboutToBeSent(delivery, ctx.clock.now())) return deliveryOf(delivery, receiver, past)
    const restarted: DeliveryRow = {
      ...delivery,
      state: 'PENDING',
      attempts: 0,
      next_attempt_at: ctx.clock.now(),
    }
    const { state, attempts, next_attempt_at: nextAttemptAt } = restarted
    settleDelivery(tx, { id: delivery.id, state, attempts, nextAttemptAt })
    enqueueJob(tx, { kind: 'DELIVER_EVENTS', subject: receiver.id })
    return deliveryOf(restarted, receiver, past)
  })
}

function isAboutToBeSent({ attempts, next_attempt_at: nextAttemptAt }: DeliveryRow, now: number): boolean {
  return attempts === 0 && nextAttemptAt !== null && nextAttemptAt <= now
}

export type ResendPeriod = {
  readonly from: number
  readonly to?: number
  readonly state?: DeliveryState
}

/** The maximum that is made due in one transaction. */
const MAX_RESENT = 10_000

/**
 * Sends the events of a period again whose deliveries have a state, `FAILED` by default: all of them or none.
 *
 * @throws Refusal VALIDATION_FAILED, RECEIVER_NOT_FOUND or RECEIVER_DISABLED
 */
export async function resendPeriod(
  ctx: Context,
  tenantId: TenantId,
  webhookId: string,
  { from, to, state = 'FAILED' }: ResendPeriod,
): Promise<{ readonly count: number }> {
  return ctx.writeTenant(tenantId, async (tx) => {
    const receiver = await existingReceiver(tx, webhookId)
    requireEnabled(receiver)
    if (to !== undefined && to < from) {
      throw new Refusal('VALIDATION_FAILED', 'to must not be before from.', 'to')
    }
    const period = { receiverId: receiver.id, from, to: to ?? Math.max(from, tx.now), state }
    if ((await countInPeriod(tx, period, MAX_RESENT + 1)) > MAX_RESENT) {
      const message = `to must be earlier: the period has more than ${MAX_RESENT} of these deliveries. Send them again in several requests.`
      throw new Refusal('VALIDATION_FAILED', message, 'to')
    }
    const count = await restartInPeriod(tx, period, MAX_RESENT, ctx.clock.now())
    if (count > 0) enqueueJob(tx, { kind: 'DELIVER_EVENTS', subject: receiver.id })
    return { count }
  })
}
