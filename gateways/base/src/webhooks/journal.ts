import { gunzipSync, gzipSync } from 'node:zlib'
import { drawId, drawSequence } from '../drawing/ids.ts'
import type { Account } from '../model/account.ts'
import type { Notification } from '../model/notification.ts'
import type { ClockId } from '../model/world.ts'

/**
 * The number of notifications that stay readable after they were delivered, lost or given up; none that waits is
 * dropped.
 */
const KEPT = 5_000
/** How many more there are before the oldest are dropped, so that the journal is not searched for each new one. */
const SLACK = 500

type New = Pick<Notification, 'kind' | 'destinationId' | 'subscriptionId' | 'clockId'> & {
  readonly text: Buffer
}

/** Writes a notification down, due at once. */
export function addToJournal(account: Account, { text, ...about }: New, now: number): Notification {
  const id = drawId(account, 16, () => false)
  account.notifications.set(id, {
    ...about,
    id,
    sequence: drawSequence(account),
    body: gzipSync(text, { level: 1 }).toString('base64'),
    status: 'waiting',
    dueAt: now,
    attempts: [],
    createdAt: now,
  })
  // As the map has it from now on, so that what becomes of it is noticed.
  const notification = account.notifications.get(id)
  if (notification === undefined) throw new Error('notification not found after it was added')
  unsent.set(notification, text)
  waitingIn(account.notifications).add(notification)
  if (account.notifications.size >= KEPT + SLACK) dropOldest(account.notifications)
  return notification
}

/** The text of a notification. */
export function textOf({ body }: Notification): string {
  return gunzipSync(Buffer.from(body, 'base64')).toString('utf8')
}

const unsent = new WeakMap<Notification, Buffer>()

/** The text to send; a first attempt need not decompress it. */
export function takeText(notification: Notification): Buffer {
  const kept = unsent.get(notification)
  unsent.delete(notification)
  return kept ?? gunzipSync(Buffer.from(notification.body, 'base64'))
}

/** Says that a notification will never come. */
export function lose(notification: Notification): void {
  unsent.delete(notification)
  notification.status = 'lost'
  notification.dueAt = null
}

/** The notifications that are due by the clocks of an account, in the order of the journal. */
export function dueNotifications(
  account: Account,
  nowBy: (clockId: ClockId) => number,
): readonly Notification[] {
  return waitingOf(account).filter(({ dueAt, clockId = null }) => dueAt !== null && dueAt <= nowBy(clockId))
}

/** The next moment of a clock at which a notification is to be sent (again); null when all were. */
export function nextNotificationAt(account: Account, by: ClockId = null): number | null {
  let next: number | null = null
  for (const { dueAt, clockId = null } of waitingOf(account)) {
    if (clockId === by && dueAt !== null && (next === null || dueAt < next)) next = dueAt
  }
  return next
}

/** Journals are long, and few in them wait. */
function waitingOf({ notifications }: Account): readonly Notification[] {
  const waiting = waitingIn(notifications)
  for (const each of waiting) if (each.dueAt === null) waiting.delete(each)
  return Array.from(waiting)
}

type Journal = Account['notifications']

const waitingByJournal = new WeakMap<Journal, Set<Notification>>()

/** A journal that comes from a file or a snapshot is looked through once. */
function waitingIn(notifications: Journal): Set<Notification> {
  const known = waitingByJournal.get(notifications)
  if (known !== undefined) return known
  const waiting = new Set(Array.from(notifications.values()).filter(({ dueAt }) => dueAt !== null))
  waitingByJournal.set(notifications, waiting)
  return waiting
}

function dropOldest(notifications: Journal): void {
  let excess = notifications.size - KEPT
  for (const { id, dueAt } of notifications.values()) {
    if (excess <= 0) return
    if (dueAt !== null) continue
    notifications.delete(id)
    excess -= 1
  }
}
