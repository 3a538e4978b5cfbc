import type { Merchant } from '../../model/merchant.ts'
import type { StatusEvent, Subscription, SubscriptionStatus } from '../../model/subscription.ts'
import { currencyOf } from '../../records/merchant-account.ts'

/** Who does something to a subscription, and when. */
export type By = Pick<StatusEvent, 'user' | 'source' | 'timestamp'>

/** Gives a subscription a status, and writes it into its history. */
export function changeStatus(
  merchant: Merchant,
  subscription: Subscription,
  status: SubscriptionStatus,
  { user, source, timestamp }: By,
): void {
  subscription.status = status
  subscription.updatedAt = timestamp
  const event: StatusEvent = {
    timestamp,
    status,
    user,
    source,
    balance: subscription.balance,
    price: subscription.price,
    currency: currencyOf(merchant, subscription.merchantAccountId),
    planId: subscription.planId,
  }
  subscription.statusHistory = [event, ...subscription.statusHistory]
}
