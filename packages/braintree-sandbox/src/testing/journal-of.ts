import type { Merchant } from '../model/merchant.ts'
import type { Notification } from '../model/webhook.ts'

/** A merchant's notifications, oldest first. */
export function journalOf({ notifications }: Merchant): readonly Notification[] {
  return Array.from(notifications.values())
}
