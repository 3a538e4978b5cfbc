import type { Notification } from '@goodword/sandbox/model/notification'
import { addToJournal } from '@goodword/sandbox/webhooks/journal'
import { sendSoon } from '@goodword/sandbox/webhooks/send-soon'
import { type Gateway, nowOf } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Destination } from '../model/webhook.ts'
import { writeNotification } from './notification-xml.ts'

/** Sends the test notification to a destination, independent of its kinds. */
export function notifyCheck(gateway: Gateway, merchant: Merchant, { id }: Destination): Notification {
  const now = nowOf(gateway, merchant)
  const text = writeNotification('check', now, { check: true })
  const about = { kind: 'check', destinationId: id, subscriptionId: null, text } as const
  const notification = addToJournal(merchant, about, now)
  sendSoon(gateway, merchant)
  return notification
}
