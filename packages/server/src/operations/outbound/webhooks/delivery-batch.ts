import type { EventEnvelope } from '@goodword/contract/webhooks/all'
import type { DeliveryId, ReceiverId, TenantId } from '@goodword/domain/values/ids'
import type { Pool } from 'undici'
import { guardedPool } from '../../../platform/network/guarded-pool.ts'
import { dueDeliveries, lockDelivery, settleDelivery } from '../../../store/outward/webhook-deliveries.ts'
import { loadReceiver, type ReceiverRow } from '../../../store/outward/webhook-receivers.ts'
import type { Context } from '../../foundation/context.ts'
import { envelopesOf } from './delivery-envelopes.ts'
import { liveSecrets } from './receiver-secrets.ts'
import { targetRules } from './receiver-url.ts'
import { recordAttempt } from './record-attempt.ts'
import { type SendOptions, sendEvent } from './send-event.ts'

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
