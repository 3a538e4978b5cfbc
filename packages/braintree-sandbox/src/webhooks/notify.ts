import type { Gateway } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Subscription } from '../model/subscription.ts'
import type { NotificationKind } from '../model/webhook.ts'
import { subscriptionXml } from '../resources/subscriptions/subscription-xml.ts'
import { addToJournal } from './journal.ts'
import { writeNotification } from './notification-xml.ts'
import { sendSoon } from './send-soon.ts'

/** What a notification is about. */
export type Subject = {
  readonly kind: Exclude<NotificationKind, 'check'>
  readonly subscription: Subscription
}

/**
 * Puts a notification into the journal for every destination that wants its kind, with the subject as it is now. It is sent
 * after the work at hand, never within it.
 */
export function notify(gateway: Gateway, merchant: Merchant, subject: Subject, now: number): void {
  const { kind, subscription } = subject
  const wanting = merchant.destinations.filter(({ kinds }) => kinds === null || kinds.includes(kind))
  if (wanting.length === 0) return
  const xml = writeNotification(kind, now, { subscription: subscriptionXml(merchant, subscription, now) })
  const about = { kind, subscriptionId: subscription.id, xml }
  for (const { id } of wanting) addToJournal(merchant, { ...about, destinationId: id }, now)
  sendSoon(gateway, merchant)
}
