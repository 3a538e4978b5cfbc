import type { Gateway } from '../../gateway.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Transaction } from '../../model/transaction.ts'
import { notify } from '../../webhooks/notify.ts'
import { type By, changeStatus } from './change-status.ts'

/**
 * Marks a debt as paid by a successful transaction. It is the subscription's newest, and its amount is part of the balance
 * until now.
 */
export function paid(
  gateway: Gateway,
  merchant: Merchant,
  subscription: Subscription,
  transaction: Transaction,
  by: By,
): void {
  subscription.balance -= transaction.amount
  subscription.updatedAt = by.timestamp
  const wentActive = settled(merchant, subscription, by) || isFirst(merchant, subscription)
  const notifyOf = (kind: Parameters<typeof notify>[2]['kind']) =>
    notify(gateway, merchant, { kind, subscription }, by.timestamp)
  if (wentActive && subscription.status === 'Active') notifyOf('subscription_went_active')
  notifyOf('subscription_charged_successfully')
  if (subscription.status === 'Expired') notifyOf('subscription_expired')
}

/** Once nothing is owed, the period is paid for, and a subscription that was past due is not any more: that is answered. */
export function settled(merchant: Merchant, subscription: Subscription, by: By): boolean {
  if (subscription.balance > 0) return false
  const wasPastDue = subscription.status === 'Past Due'
  subscription.paidThroughDate = subscription.billingPeriodEnd
  subscription.failureCount = 0
  subscription.retryOn = null
  subscription.pastDueSince = null
  // Without a date for another bill, only the debt kept it from expiring.
  if (wasPastDue)
    changeStatus(merchant, subscription, subscription.nextBillingDate === null ? 'Expired' : 'Active', by)
  return wasPastDue
}

/** Whether the newest transaction is the first that succeeded. After a trial that is no news. */
function isFirst(merchant: Merchant, { trial, transactionIds }: Subscription): boolean {
  if (trial !== null) return false
  const earlier = transactionIds.slice(1)
  return !earlier.some((id) => merchant.transactions.get(id)?.processorResponse.code.startsWith('1'))
}
