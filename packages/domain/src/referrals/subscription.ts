import type { BillingIntervalType } from '../values/interval.ts'
import type { Currency } from '../values/money.ts'

/** The statuses of a subscription. `FREE` and `TRIAL` mean the same for tracking: not paying yet. */
export const subscriptionStatuses = ['TRIAL', 'FREE', 'PAID', 'CANCELLED'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/**
 * An account's subscription as its merchant last described it; null is "never reported". `valueMinor` counts the smallest
 * piece of `currency`. A field that is added here may come with a `describe` command, and is merged and compared by itself.
 */
export type Subscription = {
  readonly status: SubscriptionStatus | null
  readonly billingIntervalValue: number | null
  readonly billingIntervalType: BillingIntervalType | null
  readonly valueMinor: number | null
  readonly currency: Currency | null
}

export const NO_SUBSCRIPTION: Subscription = {
  status: null,
  billingIntervalValue: null,
  billingIntervalType: null,
  valueMinor: null,
  currency: null,
}

/** The fields that are merged one by one; a price depends on its currency, and a status is reported by a command of its own. */
export type Description = Omit<Subscription, 'status' | 'valueMinor'>
