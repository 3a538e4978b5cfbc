import { type Gateway, nowOf } from '../gateway.ts'
import { isDrawn, shuffled } from '../model/chance.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Notification } from '../model/webhook.ts'
import { sendInOrder } from './in-order.ts'
import { dueNotifications, lose } from './journal.ts'
import { isTaken, send } from './send.ts'

/**
 * The deliveries that are under way to each destination. Another lot waits for it, so nothing is sent twice and
 * nothing overtakes.
 */
const inFlight = new WeakMap<Merchant, Map<string, Promise<void>>>()

/**
 * Sends what is due, destination by destination side by side, and ends when nothing is due any more: what was not taken is
 * due again later.
 */
export async function deliverDue(gateway: Gateway, merchant: Merchant): Promise<void> {
  const due = dueNotifications(merchant, nowOf(gateway, merchant))
  const destinationIds = new Set(due.map(({ destinationId }) => destinationId))
  await Promise.all(Array.from(destinationIds, (id) => deliverTo(gateway, merchant, id)))
}

async function deliverTo(gateway: Gateway, merchant: Merchant, destinationId: string): Promise<void> {
  const lots = inFlight.get(merchant) ?? new Map<string, Promise<void>>()
  inFlight.set(merchant, lots)
  while (!gateway.closing.aborted) {
    const current = lots.get(destinationId) ?? nextLot(gateway, merchant, destinationId, lots)
    if (current === null) return
    await current
  }
}

function nextLot(
  gateway: Gateway,
  merchant: Merchant,
  destinationId: string,
  lots: Map<string, Promise<void>>,
): Promise<void> | null {
  const due = dueNotifications(merchant, nowOf(gateway, merchant))
  const lot = due.filter((each) => each.destinationId === destinationId)
  if (lot.length === 0) return null
  const sent = sendLot(gateway, merchant, lot).finally(() => lots.delete(destinationId))
  lots.set(destinationId, sent)
  return sent
}

async function sendLot(gateway: Gateway, merchant: Merchant, lot: readonly Notification[]): Promise<void> {
  const { duplicates, reorders } = merchant.deliveries
  const kept = withoutLosses(merchant, lot)
  const ordered = reorders ? shuffled(merchant, kept) : kept
  const repeated = new Set(ordered.filter((each) => isNew(each) && isDrawn(merchant, duplicates)))
  const sendOne = async (each: Notification) => {
    // It may have been sent by hand meanwhile.
    if (each.dueAt === null || gateway.closing.aborted) return
    const attempt = await send(gateway, merchant, each, false)
    if (attempt !== null && isTaken(attempt) && repeated.has(each)) await send(gateway, merchant, each, false)
  }
  // Side by side, chance would not be the only one to decide in which order they come.
  await sendInOrder(ordered, reorders ? () => 'one' : lineOf, sendOne)
}

function withoutLosses(merchant: Merchant, lot: readonly Notification[]): readonly Notification[] {
  return lot.filter((each) => {
    if (!isNew(each) || !isDrawn(merchant, merchant.deliveries.losses)) return true
    lose(each)
    return false
  })
}

function isNew({ attempts }: Notification): boolean {
  return attempts.length === 0
}

/** What is about the same subscription stays in order. */
function lineOf({ subscriptionId, id }: Notification): string {
  return subscriptionId ?? id
}
