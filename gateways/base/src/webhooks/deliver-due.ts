import { isDrawn, shuffled } from '../drawing/chance.ts'
import type { Account } from '../model/account.ts'
import type { Notification } from '../model/notification.ts'
import { nowOf, type World } from '../model/world.ts'
import { dueNotifications, lose } from './journal.ts'
import { isTaken, send } from './send.ts'

/**
 * The deliveries that are under way to each destination. Another lot waits for it, so nothing is sent twice and
 * nothing overtakes.
 */
const inFlight = new WeakMap<Account, Map<string, Promise<void>>>()

/**
 * Sends what is due, destination by destination side by side, and ends when nothing is due any more: what was not taken is
 * due again later.
 */
export async function deliverDue<A extends Account>(world: World<A>, account: A): Promise<void> {
  const due = dueNotifications(account, (clockId) => nowOf(world, account, clockId))
  const destinationIds = new Set(due.map(({ destinationId }) => destinationId))
  await Promise.all(Array.from(destinationIds, (id) => deliverTo(world, account, id)))
}

async function deliverTo<A extends Account>(
  world: World<A>,
  account: A,
  destinationId: string,
): Promise<void> {
  const lots = inFlight.get(account) ?? new Map<string, Promise<void>>()
  inFlight.set(account, lots)
  while (!world.closing.aborted) {
    const current = lots.get(destinationId) ?? nextLot(world, account, destinationId, lots)
    if (current === null) return
    await current
  }
}

function nextLot<A extends Account>(
  world: World<A>,
  account: A,
  destinationId: string,
  lots: Map<string, Promise<void>>,
): Promise<void> | null {
  const due = dueNotifications(account, (clockId) => nowOf(world, account, clockId))
  const lot = due.filter((each) => each.destinationId === destinationId)
  if (lot.length === 0) return null
  const sent = sendLot(world, account, lot).finally(() => lots.delete(destinationId))
  lots.set(destinationId, sent)
  return sent
}

async function sendLot<A extends Account>(
  world: World<A>,
  account: A,
  lot: readonly Notification[],
): Promise<void> {
  const { duplicates, reorders } = account.deliveries
  const kept = withoutLosses(account, lot)
  const ordered = reorders ? shuffled(account, kept) : kept
  const repeated = new Set(ordered.filter((each) => isNew(each) && isDrawn(account, duplicates)))
  const sendOne = async (each: Notification) => {
    // It may have been sent by hand meanwhile.
    if (each.dueAt === null || world.closing.aborted) return
    const attempt = await send(world, account, each, false)
    if (attempt !== null && isTaken(attempt) && repeated.has(each)) await send(world, account, each, false)
  }
  // Side by side, chance would not be the only one to decide in which order they come.
  await sendInOrder(ordered, reorders ? () => 'one' : lineOf, sendOne)
}

function withoutLosses(account: Account, lot: readonly Notification[]): readonly Notification[] {
  return lot.filter((each) => {
    if (!isNew(each) || !isDrawn(account, account.deliveries.losses)) return true
    lose(each)
    return false
  })
}

function isNew({ attempts }: Notification): boolean {
  return attempts.length === 0
}

/** Notifications about the same subscription stay in order. */
function lineOf({ subscriptionId, id }: Notification): string {
  return subscriptionId ?? id
}

const AT_ONCE = 16

/** Sends things in their order, several at once, but never two of the same line at once. */
export async function sendInOrder<T>(
  things: readonly T[],
  lineOf: (thing: T) => string,
  send: (thing: T) => Promise<void>,
): Promise<void> {
  const waiting = Array.from(things)
  const busy = new Set<string>()
  const next = (): T | undefined => {
    const index = waiting.findIndex((each) => !busy.has(lineOf(each)))
    return index === -1 ? undefined : waiting.splice(index, 1)[0]
  }
  const work = async () => {
    // If all queues are being processed, there is nothing to do: their workers continue with what follows.
    for (let thing = next(); thing !== undefined; thing = next()) {
      const line = lineOf(thing)
      busy.add(line)
      await send(thing)
      busy.delete(line)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
