import type { Account } from '../model/account.ts'
import type { Attempt, Notification } from '../model/notification.ts'
import { nowOf, type World } from '../model/world.ts'
import { takeText } from './journal.ts'
import { sendRequest } from './send-request.ts'

const HOUR_MS = 3_600_000

/**
 * Sends a notification, and writes down what came of it; null when the sandbox closed meanwhile, which is no attempt. One
 * that is sent by hand is sent whatever its result was, and if it is not accepted, all stays as it was.
 */
export async function send<A extends Account>(
  world: World<A>,
  account: A,
  notification: Notification,
  isManual: boolean,
): Promise<Attempt | null> {
  const { processor, closing } = world
  const at = nowOf(world, account, notification.clockId)
  const destination = account.destinations.find(({ id }) => id === notification.destinationId)
  if (destination === undefined) return givenUp(notification, at, isManual)
  const body = takeText(notification)
  const outgoing = processor.outgoing(world, account, { notification, destination, body })
  const outcome = await sendRequest({ method: 'POST', url: destination.url, ...outgoing, closing })
  if (closing.aborted) return null
  const attempt = {
    at,
    status: outcome.kind === 'answered' ? outcome.status : null,
    error: outcome.kind === 'answered' ? null : outcome.error,
    isManual,
  }
  return written(account, notification, attempt, processor.resendsForHours(account))
}

/** A listener took it when it said so with a status of 2xx; where it sends the sandbox instead, the sandbox does not go. */
export function isTaken({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300
}

const delivered = new WeakMap<Account, number>()

/** Notifications delivered since the sandbox started. */
export function deliveredSoFar(account: Account): number {
  return delivered.get(account) ?? 0
}

function givenUp(notification: Notification, at: number, isManual: boolean): Attempt {
  const attempt = { at, status: null, error: 'the destination was removed', isManual }
  notification.attempts = [...notification.attempts, attempt]
  if (notification.status === 'waiting') notification.status = 'given_up'
  notification.dueAt = null
  return attempt
}

function written(
  account: Account,
  notification: Notification,
  attempt: Attempt,
  resendsForHours: number,
): Attempt {
  const { at, isManual } = attempt
  notification.attempts = [...notification.attempts, attempt]
  if (isTaken(attempt)) {
    if (notification.status !== 'delivered') delivered.set(account, deliveredSoFar(account) + 1)
    notification.status = 'delivered'
    notification.dueAt = null
  } else if (!isManual && notification.status === 'waiting') {
    const again = at + HOUR_MS
    const first = notification.attempts.find((each) => !each.isManual) ?? attempt
    const end = first.at + resendsForHours * HOUR_MS
    notification.dueAt = again <= end ? again : null
    if (again > end) notification.status = 'given_up'
  }
  return attempt
}
