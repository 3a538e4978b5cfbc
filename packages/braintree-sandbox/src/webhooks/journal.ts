import { gunzipSync, gzipSync } from 'node:zlib'
import { drawId, drawSequence } from '../model/ids.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Notification } from '../model/webhook.ts'

/** So many notifications stay readable after they were delivered; those that nobody took stay until a reset. */
const DELIVERED_KEPT = 20_000
/** How often the journal is looked through for those to drop: once in so many new ones. */
const LOOK_EVERY = 1_000

type New = Pick<Notification, 'kind' | 'destinationId' | 'subscriptionId'> & { readonly xml: Buffer }

/** Writes a notification down, due at once. */
export function addToJournal(merchant: Merchant, { xml, ...about }: New, now: number): Notification {
  const notification: Notification = {
    ...about,
    id: drawId(merchant, 16, () => false),
    sequence: drawSequence(merchant),
    body: gzipSync(xml, { level: 1 }).toString('base64'),
    status: 'waiting',
    dueAt: now,
    attempts: [],
    createdAt: now,
  }
  unsent.set(notification, xml)
  waitingIn(merchant.notifications).add(notification)
  merchant.notifications.push(notification)
  if (merchant.notifications.length % LOOK_EVERY === 0) dropOldest(merchant.notifications)
  return notification
}

/** The XML that a notification tells. */
export function xmlOf({ body }: Notification): string {
  return gunzipSync(Buffer.from(body, 'base64')).toString('utf8')
}

const unsent = new WeakMap<Notification, Buffer>()

/** The same for sending it: what is sent for the first time need not be decompressed. */
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

const waitingByJournal = new WeakMap<readonly Notification[], Set<Notification>>()

/** A journal that comes from a file or a snapshot is looked through once. */
function waitingIn(notifications: readonly Notification[]): Set<Notification> {
  const known = waitingByJournal.get(notifications)
  if (known !== undefined) return known
  const waiting = new Set(notifications.filter(({ dueAt }) => dueAt !== null))
  waitingByJournal.set(notifications, waiting)
  return waiting
}

function dropOldest(notifications: Notification[]): void {
  let excess = notifications.filter(({ status }) => status === 'delivered').length - DELIVERED_KEPT
  if (excess <= 0) return
  const kept = notifications.filter(({ status }) => {
    if (excess === 0 || status !== 'delivered') return true
    excess -= 1
    return false
  })
  notifications.length = 0
  for (const each of kept) notifications.push(each)
}
