import type { EventEnvelope } from '@goodword/contract/webhooks/all'
import type { DeliveryId, ReceiverId, TenantId } from '@goodword/domain/ids'
import type { Pool } from 'undici'
import { stopwatch } from '../../platform/clock.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import { guardedPool } from '../../platform/network/guarded-pool.ts'
import {
  dueDeliveries,
  lockDelivery,
  nextAttemptAt,
  settleDelivery,
} from '../../store/outward/webhook-deliveries.ts'
import { loadReceiver, type ReceiverRow } from '../../store/outward/webhook-receivers.ts'
import type { Context } from '../context.ts'
import { envelopesOf } from './delivery-envelopes.ts'
import { liveSecrets } from './receiver-secrets.ts'
import { targetRules } from './receiver-url.ts'
import { recordAttempt } from './record-attempt.ts'
import { type SendOptions, sendEvent, TIME_LIMIT_MS } from './send-event.ts'

/** How many events are on their way to a receiver at a time. */
export const AT_ONCE = 4
const LARGEST_BATCH = 100
/** After it no further event is sent in this run, so that other runs get their turn. */
const SLICE_MS = 5000

export type DeliverOptions = {
  readonly signal: AbortSignal
  /** Of one request; defaults to 15 s. */
  readonly timeLimitMs?: number
}

type Batch = {
  readonly receiver: ReceiverRow
  readonly due: readonly DueEvent[]
  readonly timeLimitMs: number
  readonly isOver: () => boolean
}
type DueEvent = { readonly id: DeliveryId; readonly envelope: EventEnvelope | null }

/**
 * Sends the events that are due to a receiver, a few at a time, for some seconds. One run at a time serves a receiver: the
 * job's lease sees to that. After a crash, events whose result was not stored are sent again, with the same ID.
 *
 * Answers when the next run is due, on the tenant's clock; null when nothing is pending.
 */
export async function deliverEvents(
  ctx: Context,
  tenantId: TenantId,
  receiverId: ReceiverId,
  { signal, timeLimitMs = TIME_LIMIT_MS }: DeliverOptions,
): Promise<{ readonly again: number } | null> {
  const endsAt = stopwatch.now() + SLICE_MS
  const isOver = () => signal.aborted || stopwatch.now() >= endsAt
  while (!isOver()) {
    const found = await loadBatch(ctx, tenantId, receiverId)
    if (found === null) return null
    if (found.due.length === 0) break
    await sendBatch(ctx, tenantId, { ...found, timeLimitMs, isOver }, signal)
  }
  return nextRun(ctx, tenantId, receiverId)
}

function loadBatch(
  ctx: Context,
  tenantId: TenantId,
  receiverId: ReceiverId,
): Promise<Pick<Batch, 'receiver' | 'due'> | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const now = ctx.clock.now()
    const [receiver, deliveries] = await Promise.all([
      loadReceiver(tx, receiverId),
      dueDeliveries(tx, receiverId, now, LARGEST_BATCH),
    ])
    if (receiver === null || receiver.disabled_reason !== null) return null
    const envelopes = await envelopesOf(tx, deliveries, receiver.includes_personal_data)
    return { receiver, due: deliveries.map(({ id }) => ({ id, envelope: envelopes.get(id) ?? null })) }
  })
}

async function sendBatch(ctx: Context, tenantId: TenantId, batch: Batch, signal: AbortSignal): Promise<void> {
  const { receiver, due, timeLimitMs, isOver } = batch
  const url = new URL(receiver.url)
  const pool = openPool(ctx, tenantId, url, timeLimitMs)
  try {
    await inParallel(due.values(), AT_ONCE, async (next) => {
      const now = ctx.clock.now()
      const secrets = liveSecrets(ctx, tenantId, receiver, now)
      const options = { pool, url, secrets, now, signal, timeLimitMs }
      const isEnabled = await deliver(ctx, tenantId, receiver, next, options)
      return isEnabled && !isOver()
    })
  } finally {
    // Only now: it makes a failure of each request that is still waited for.
    await pool.destroy()
  }
}

/** The connections of one batch: the host is resolved and checked anew in the next one. */
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

function nextRun(
  ctx: Context,
  tenantId: TenantId,
  receiverId: ReceiverId,
): Promise<{ readonly again: number } | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const next = await nextAttemptAt(tx, receiverId)
    return next === null ? null : { again: tx.now + Math.max(0, next - ctx.clock.now()) }
  })
}
