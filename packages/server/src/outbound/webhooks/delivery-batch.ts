import type { EventEnvelope } from '@goodword/contract/webhooks/event-types'
import { afterAttempt, type DisabledReason } from '@goodword/domain/outbound/webhook-retry'
import type { DeliveryId, ReceiverId, TenantId } from '@goodword/domain/values/ids'
import type { Pool } from 'undici'
import { guardedPool } from '../../engine/network/guarded-pool.ts'
import { reportWebhook } from '../../engine/signals/webhook-activity.ts'
import { actorNamed } from '../../frame/actor.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { envelopesOf } from './delivery-envelopes.ts'
import { liveSecrets } from './receiver-secrets.ts'
import { targetRules } from './receiver-url.ts'
import { insertAttempt } from './rows/webhook-attempts.ts'
import { type DeliveryRow, dueDeliveries, lockDelivery, settleDelivery } from './rows/webhook-deliveries.ts'
import {
  loadReceiver,
  lockReceiver,
  type ReceiverRow,
  setFailingSince,
  updateReceiver,
} from './rows/webhook-receivers.ts'
import { type Attempt, type SendOptions, sendEvent } from './send-event.ts'

/** How many events are on their way to a receiver at a time. */
export const AT_ONCE = 4

const MAX_BATCH = 100

type DueEvent = { readonly id: DeliveryId; readonly envelope: EventEnvelope | null }

/** Events that were due to a receiver when it was read, and the connections that they are sent by. */
export type DeliveryBatch = {
  readonly isEmpty: boolean
  /** The next event that was not taken yet, with how to send it; null when all were. */
  readonly take: () => { readonly id: DeliveryId; readonly send: () => Promise<boolean> } | null
  /** Closes the connections, once every request that was begun has ended. */
  readonly close: () => Promise<void>
}

/**
 * Reads a receiver and the events that are due to it, without those that are on their way. Null for a receiver that does not
 * exist or is disabled. The host is resolved and checked anew for each batch.
 */
export async function loadDeliveryBatch(
  ctx: Context,
  tenantId: TenantId,
  receiverId: ReceiverId,
  onTheirWay: ReadonlySet<DeliveryId>,
  { signal, timeLimitMs }: Pick<SendOptions, 'signal'> & { readonly timeLimitMs: number },
): Promise<DeliveryBatch | null> {
  const found = await loadDue(ctx, tenantId, receiverId, onTheirWay)
  if (found === null) return null
  const { receiver, due } = found
  const url = new URL(receiver.url)
  const waiting = [...due]
  const sent: Promise<boolean>[] = []
  let pool: Pool | null = null

  function send(event: DueEvent): Promise<boolean> {
    pool ??= openPool(ctx, tenantId, url, timeLimitMs)
    const now = ctx.clock.now()
    const secrets = liveSecrets(ctx, tenantId, receiver, now)
    const options = { pool, url, secrets, now, signal, timeLimitMs }
    const request = deliver(ctx, tenantId, receiver, event, options)
    sent.push(request)
    return request
  }

  return {
    isEmpty: due.length === 0,
    take() {
      const event = waiting.shift()
      return event === undefined ? null : { id: event.id, send: () => send(event) }
    },
    async close() {
      await Promise.allSettled(sent)
      await pool?.destroy()
    },
  }
}

function loadDue(
  ctx: Context,
  tenantId: TenantId,
  receiverId: ReceiverId,
  onTheirWay: ReadonlySet<DeliveryId>,
): Promise<{ readonly receiver: ReceiverRow; readonly due: readonly DueEvent[] } | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const now = ctx.clock.now()
    const [receiver, deliveries] = await Promise.all([
      loadReceiver(tx, receiverId),
      dueDeliveries(tx, receiverId, now, MAX_BATCH),
    ])
    if (receiver === null || receiver.disabled_reason !== null) return null
    const others = deliveries.filter(({ id }) => !onTheirWay.has(id))
    const envelopes = await envelopesOf(tx, others, receiver.includes_personal_data)
    return { receiver, due: others.map(({ id }) => ({ id, envelope: envelopes.get(id) ?? null })) }
  })
}

function openPool(ctx: Context, tenantId: TenantId, url: URL, connectMs: number): Pool {
  const { resolveHost: resolve } = ctx
  return guardedPool(url.origin, {
    rules: targetRules(ctx, tenantId),
    resolve,
    connections: AT_ONCE,
    connectMs,
  })
}

async function deliver(
  ctx: Context,
  tenantId: TenantId,
  receiver: ReceiverRow,
  { id, envelope }: DueEvent,
  options: SendOptions,
): Promise<boolean> {
  if (envelope === null) {
    await giveUp(ctx, tenantId, id)
    return true
  }
  const attempt = await sendEvent(envelope, options)
  if (attempt === null) return true
  return ctx.writeTenant(tenantId, (tx) => recordAttempt(ctx, tx, receiver, id, attempt))
}

/** The event of an old delivery that was asked for again is not kept any more. */
function giveUp(ctx: Context, tenantId: TenantId, id: DeliveryId): Promise<void> {
  return ctx.writeTenant(tenantId, async (tx) => {
    if ((await lockDelivery(tx, id)) === null) return
    settleDelivery(tx, { id, state: 'FAILED', attempts: 0, nextAttemptAt: null })
  })
}

/**
 * Stores an attempt and what follows from it, in one transaction. Returns whether the receiver may be sent more: not when
 * it was disabled.
 */
async function recordAttempt(
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
