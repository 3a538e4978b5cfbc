import { gunzipSync, gzipSync } from 'node:zlib'
import { drawId, drawSequence } from '../model/ids.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Notification } from '../model/webhook.ts'

/**
 * The number of notifications that stay readable after they were delivered, lost or given up; none that waits is
 * dropped.
 */
const KEPT = 5_000
/** How many more there are before the oldest are dropped, so that the journal is not searched for each new one. */
const SLACK = 500

type New = Pick<Notification, 'kind' | 'destinationId' | 'subscriptionId'> & { readonly xml: Buffer }

/** Writes a notification down, due at once. */
export function addToJournal(merchant: Merchant, { xml, ...about }: New, now: number): Notification {
  const id = drawId(merchant, 16, () => false)
  merchant.notifications.set(id, {
    ...about,
    id,
    sequence: drawSequence(merchant),
    body: gzipSync(xml, { level: 1 }).toString('base64'),
    status: 'waiting',
    dueAt: now,
    attempts: [],
    createdAt: now,
  })
  // As the map has it from now on, so that what becomes of it is noticed.
  const notification = merchant.notifications.get(id)
  if (notification === undefined) throw new Error('notification not found after it was added')
  unsent.set(notification, xml)
  waitingIn(merchant.notifications).add(notification)
  if (merchant.notifications.size >= KEPT + SLACK) dropOldest(merchant.notifications)
  return notification
}

/** The XML of a notification. */
export function xmlOf({ body }: Notification): string {
  return gunzipSync(Buffer.from(body, 'base64')).toString('utf8')
}

const unsent = new WeakMap<Notification, Buffer>()

/** The XML to be sent: what is sent for the first time need not be decompressed. */
export function takeXml(notification: Notification): Buffer {
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

/** What is due at a moment, in the order of the journal. */
export function dueNotifications(merchant: Merchant, now: number): readonly Notification[] {
  return waitingOf(merchant).filter(({ dueAt }) => dueAt !== null && dueAt <= now)
}

/** The next moment at which a notification is to be sent (again); null when all were. */
export function nextNotificationAt(merchant: Merchant): number | null {
  let next: number | null = null
  for (const { dueAt } of waitingOf(merchant))
    if (dueAt !== null && (next === null || dueAt < next)) next = dueAt
  return next
}

/** Journals are long, and few in them wait. */
function waitingOf({ notifications }: Merchant): readonly Notification[] {
  const waiting = waitingIn(notifications)
  for (const each of waiting) if (each.dueAt === null) waiting.delete(each)
  return Array.from(waiting)
}

type Journal = Merchant['notifications']

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
