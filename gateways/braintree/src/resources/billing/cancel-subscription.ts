import type { Gateway } from '../../gateway.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Subscription } from '../../model/subscription.ts'
import { notify } from '../../webhooks/notify.ts'
import { type By, changeStatus } from './change-status.ts'

/** Ends a subscription that has not ended, and sends the notification. An overpaid amount is not refunded. */
export function cancelSubscription(gateway: Gateway, merchant: Merchant, it: Subscription, by: By): void {
  if (it.status === 'Canceled' || it.status === 'Expired') return
  it.retryOn = null
  it.pastDueSince = null
  changeStatus(merchant, it, 'Canceled', by)
  notify(gateway, merchant, { kind: 'subscription_canceled', subscription: it }, by.timestamp)
}
