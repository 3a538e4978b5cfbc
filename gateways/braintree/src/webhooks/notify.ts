import type { Notification } from '@goodword/sandbox/model/notification'
import { addToJournal } from '@goodword/sandbox/webhooks/journal'
import { sendSoon } from '@goodword/sandbox/webhooks/send-soon'
import { type Gateway, nowOf } from '../gateway.ts'
import type { Dispute } from '../model/dispute.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Destination, NotificationKind } from '../model/webhook.ts'
import { element, type Fields, time, writeXml } from '../protocol/xml.ts'
import { disputeXml } from '../records/dispute-xml.ts'
import { saleOf } from '../records/disputes-of.ts'
import { subscriptionXml } from '../records/subscription-xml.ts'

export type SubscriptionKind = Exclude<NotificationKind, 'check' | `dispute_${string}`>

/** The subject of a notification. */
export type Subject = {
  readonly kind: SubscriptionKind
  readonly subscription: Subscription
}

/**
 * Puts a notification into the journal for every destination that wants its kind, with the subject as it is now. It is sent
 * after the work at hand, never within it.
 */
export function notify(gateway: Gateway, merchant: Merchant, subject: Subject, now: number): void {
  const { kind, subscription } = subject
  send(gateway, merchant, { kind, subscriptionId: subscription.id }, now, () => ({
    subscription: subscriptionXml(merchant, subscription, now),
  }))
}

/** Notifies about a dispute that has just got its status. */
export function notifyDispute(gateway: Gateway, merchant: Merchant, dispute: Dispute, now: number): void {
  const sale = saleOf(merchant, dispute)
  const kind = dispute.status === 'open' ? 'dispute_opened' : (`dispute_${dispute.status}` as const)
  send(gateway, merchant, { kind, subscriptionId: sale.recurring?.subscriptionId ?? null }, now, () => ({
    dispute: disputeXml(dispute, sale),
  }))
}

type About = { readonly kind: NotificationKind; readonly subscriptionId: string | null }

function send(
  gateway: Gateway,
  merchant: Merchant,
  about: About,
  now: number,
  subjectOf: () => Fields,
): void {
  const { kind } = about
  const wanting = merchant.destinations.filter(({ kinds }) => kinds === null || kinds.includes(kind))
  if (wanting.length === 0) return
  const text = writeNotification(kind, now, subjectOf())
  for (const { id } of wanting) addToJournal(merchant, { ...about, text, destinationId: id }, now)
  sendSoon(gateway, merchant)
}

/** The XML inside a notification's payload. */
function writeNotification(kind: NotificationKind, timestamp: number, subject: Fields): Buffer {
  return Buffer.from(writeXml(element('notification', { kind, timestamp: time(timestamp), subject })))
}

/** Sends the test notification to a destination, independent of its kinds. */
export function notifyCheck(gateway: Gateway, merchant: Merchant, { id }: Destination): Notification {
  const now = nowOf(gateway, merchant)
  const text = writeNotification('check', now, { check: true })
  const about = { kind: 'check', destinationId: id, subscriptionId: null, text } as const
  const notification = addToJournal(merchant, about, now)
  sendSoon(gateway, merchant)
  return notification
}
