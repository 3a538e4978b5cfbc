import { type Gateway, nowOf } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Destination, Notification } from '../model/webhook.ts'
import { addToJournal } from './journal.ts'
import { writeNotification } from './notification-xml.ts'
import { sendSoon } from './send-soon.ts'

/** Sends the test notification to a destination, independent of its kinds. */
export function notifyCheck(gateway: Gateway, merchant: Merchant, { id }: Destination): Notification {
  const now = nowOf(gateway, merchant)
  const xml = writeNotification('check', now, { check: true })
  const about = { kind: 'check', destinationId: id, subscriptionId: null, xml } as const
  const notification = addToJournal(merchant, about, now)
  sendSoon(gateway, merchant)
  return notification
}
