import { setTimeout as pause } from 'node:timers/promises'
import type { DeliveryId, ReceiverId, TenantId } from '@goodword/domain/values/ids'
import { stopwatch } from '../../engine/foundation/clock.ts'
import type { Context } from '../../frame/context.ts'
import { AT_ONCE, type DeliveryBatch, loadDeliveryBatch } from './delivery-batch.ts'
import { nextAttemptAt } from './rows/webhook-deliveries.ts'
import { TIME_LIMIT_MS } from './send-event.ts'

/** The time after which no further event is sent in this run, so that other runs get their turn. */
const SLICE_MS = 5000

/**
 * A request that takes longer may hang until its time limit. The run has to wait for it in any case, so that others are sent
 * beside it meanwhile, also after the slice.
 */
const HANGING_MS = 500

/** How often new events are looked for while all requests on their way hang. */
const LOOK_EVERY_MS = 1000

/** The requests to a receiver that are on their way, by the deliveries that they are for. */
class OpenRequests<Id> {
  readonly #begun = new Map<Id, { readonly at: number; readonly ended: Promise<void> }>()
  #isStopped = false
  #failure: { readonly error: unknown } | null = null

  get count(): number {
    return this.#begun.size
  }

  /** Whether one of them has shown that no further one may be sent. */
  get isStopped(): boolean {
    return this.#isStopped || this.#failure !== null
  }

  /** The IDs for which deliveries are under way. */
  ids(): ReadonlySet<Id> {
    return new Set(this.#begun.keys())
  }

  /** The milliseconds for which the oldest of them has been on its way. */
  longestMs(): number {
    const [oldest] = this.#begun.values()
    return oldest === undefined ? 0 : stopwatch.now() - oldest.at
  }

  /** Begins a request, which returns whether others may follow it. */
  begin(id: Id, request: () => Promise<boolean>): Promise<void> {
    const ended = request()
      .then((mayFollow) => {
        if (!mayFollow) this.#isStopped = true
      })
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#begun.delete(id))
    this.#begun.set(id, { at: stopwatch.now(), ended })
    return ended
  }

  /** Resolves when one of them has ended, or after this time. */
  oneEnds(withinMs: number): Promise<void> {
    return within(withinMs, Promise.race(this.#ended()))
  }

  /** Resolves when all that are on their way now have ended, or after this time. */
  allEnd(withinMs: number): Promise<void> {
    return within(withinMs, Promise.all(this.#ended()))
  }

  /** Resolves when all have ended. Throws the first error of a request. */
  async finish(): Promise<void> {
    await Promise.all(this.#ended())
    if (this.#failure !== null) throw this.#failure.error
  }

  #ended(): Promise<void>[] {
    return [...this.#begun.values()].map((it) => it.ended)
  }
}

/** The time after which a run ends even when some request of its receiver hangs at any time. */
export const MAX_RUN_MS = 120_000

export type DeliverOptions = {
  readonly signal: AbortSignal
  /** The time limit of one request; defaults to 15 s. */
  readonly timeLimitMs?: number
}

/**
 * Sends the events that are due to a receiver, a few at a time, for some seconds. One run at a time serves a receiver: the
 * job's lease sees to that. An event that hangs keeps one place of four, and the others go on. After a crash, events whose
 * result was not stored are sent again, with the same ID.
 *
 * Returns when the next run is due, on the tenant's clock; null when nothing is pending.
 */
export async function deliverEvents(
  ctx: Context,
  tenantId: TenantId,
  receiverId: ReceiverId,
  { signal, timeLimitMs = TIME_LIMIT_MS }: DeliverOptions,
): Promise<{ readonly again: number } | null> {
  const open = new OpenRequests<DeliveryId>()
  const batches: DeliveryBatch[] = []
  const load = () => {
    // Taken before the read: what ends while it runs is still pending there.
    const onTheirWay = open.ids()
    return loadDeliveryBatch(ctx, tenantId, receiverId, onTheirWay, { signal, timeLimitMs })
  }
  try {
    const isActive = await sendAll(open, batches, load, signal)
    await open.finish()
    return isActive ? await nextRun(ctx, tenantId, receiverId) : null
  } finally {
    await Promise.all(batches.map((it) => it.close()))
  }
}

/** Begins requests until the run is over. Returns false for a receiver that does not exist or is disabled. */
async function sendAll(
  open: OpenRequests<DeliveryId>,
  batches: DeliveryBatch[],
  load: () => Promise<DeliveryBatch | null>,
  signal: AbortSignal,
): Promise<boolean> {
  const startedAt = stopwatch.now()
  let batch: DeliveryBatch | null = null
  for (;;) {
    const ranMs = stopwatch.now() - startedAt
    if (signal.aborted || open.isStopped || ranMs >= MAX_RUN_MS) return true
    const isSliceOver = ranMs >= SLICE_MS && open.longestMs() < HANGING_MS
    if (isSliceOver && open.count === 0) return true
    if (isSliceOver || open.count === AT_ONCE) {
      await open.oneEnds(HANGING_MS)
      continue
    }
    const next = batch?.take() ?? null
    if (next !== null) {
      void open.begin(next.id, next.send)
      continue
    }
    batch = await load()
    if (batch === null) return false
    batches.push(batch)
    if (!batch.isEmpty) continue
    if (open.count === 0) return true
    // Most end at once, and then there is nothing left; new events are looked for only while some hang.
    await open.allEnd(LOOK_EVERY_MS)
  }
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

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const abort = new AbortController()
  const limit = pause(ms, undefined, { signal: abort.signal }).catch(() => undefined)
  await Promise.race([work, limit])
  abort.abort()
}
