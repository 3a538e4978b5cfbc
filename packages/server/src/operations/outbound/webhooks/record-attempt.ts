import { afterAttempt, type DisabledReason } from '@goodword/domain/outbound/webhook-retry'
import type { DeliveryId, ReceiverId } from '@goodword/domain/values/ids'
import { reportWebhook } from '../../../platform/webhook-activity.ts'
import { writeAuditEntry } from '../../../store/directory/audit-entries.ts'
import { insertAttempt } from '../../../store/outward/webhook-attempts.ts'
import { type DeliveryRow, lockDelivery, settleDelivery } from '../../../store/outward/webhook-deliveries.ts'
import {
  lockReceiver,
  type ReceiverRow,
  setFailingSince,
  updateReceiver,
} from '../../../store/outward/webhook-receivers.ts'
import { actorNamed } from '../../foundation/actor.ts'
import { auditEntry } from '../../foundation/audit/audit.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import type { Attempt } from './send-event.ts'

/**
 * Stores an attempt and what follows from it, in one transaction. Returns whether the receiver may be sent more: not when
 * it was disabled.
 */
export async function recordAttempt(
  ctx: Context,
  tx: Transaction,
  receiver: ReceiverRow,
  deliveryId: DeliveryId,
  attempt: Attempt,
): Promise<boolean> {
  const delivery = await lockDelivery(tx, deliveryId)
  // Deleted while it was sent, as it is 30 days old.
  if (delivery === null) return true
  const attempts = delivery.attempts + 1
  const isTest = delivery.position === null
  const now = ctx.clock.now()
  const { failing_since: failingSince } = receiver
  const step = afterAttempt({ attempts, isTest, failingSince }, attempt, now, Math.random())
  settleDelivery(tx, { id: deliveryId, state: step.state, attempts, nextAttemptAt: step.nextAttemptAt })
  insertAttempt(tx, attemptRow(tx, delivery, attempt))
  if (step.failingSince !== failingSince) setFailingSince(tx, receiver.id, step.failingSince)
  if (step.disabled !== null) await disable(ctx, tx, receiver.id, step.disabled)
  tx.afterCommit(() => {
    reportWebhook({ kind: 'attempt', outcome: attempt.error ?? 'SUCCESS', durationMs: attempt.durationMs })
    if (step.state === 'FAILED') reportWebhook({ kind: 'given up' })
  })
  return step.disabled === null
}

function attemptRow(tx: Transaction, { id: deliveryId }: DeliveryRow, attempt: Attempt) {
  return {
    delivery_id: deliveryId,
    id: tx.newId<string>(),
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status: attempt.status,
    error: attempt.error,
    request: attempt.request,
    response: attempt.response,
  }
}

/** Once: a receiver that was disabled meanwhile keeps its reason. */
async function disable(ctx: Context, tx: Transaction, id: ReceiverId, reason: DisabledReason): Promise<void> {
  const receiver = await lockReceiver(tx, id)
  if (receiver === null || receiver.disabled_reason !== null) return
  // Another delivery has succeeded just now.
  if (reason === 'FAILING' && receiver.failing_since === null) return
  updateReceiver(tx, { ...receiver, disabled_reason: reason })
  const service = ctx.actingAs(actorNamed('service'))
  writeAuditEntry(tx, auditEntry(service, 'webhook.disable', { webhookId: id, reason }))
  const { tenantId } = tx
  tx.afterCommit(() => reportWebhook({ kind: 'disabled', tenantId, receiverId: id, reason }))
}
