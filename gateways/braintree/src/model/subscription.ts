import type { Day } from './day.ts'
import type { Cents } from './money.ts'
import type { ModificationKind, Trial } from './plan.ts'

export type SubscriptionStatus = 'Active' | 'Canceled' | 'Expired' | 'Past Due' | 'Pending'

export type Subscription = {
  id: string
  readonly sequence: number
  status: SubscriptionStatus
  planId: string
  merchantAccountId: string
  paymentMethodToken: string
  price: Cents
  /** The amount owed (positive) or credited (negative), beside the price of the next cycle. */
  balance: Cents
  trial: Trial | null
  billingDayOfMonth: number
  billingFrequency: number
  /** Null: never expires. */
  numberOfBillingCycles: number | null
  /** Bills so far, skipped ones included; 0 until the first. */
  currentBillingCycle: number
  firstBillingDate: Day
  nextBillingDate: Day | null
  /** Null until the first bill. */
  billingPeriodStart: Day | null
  billingPeriodEnd: Day | null
  paidThroughDate: Day | null
  /** The day since which it is past due; null when it is not. */
  pastDueSince: Day | null
  /** When a declined bill is tried again by itself; null when it is not. */
  retryOn: Day | null
  failureCount: number
  addOns: readonly Modification[]
  discounts: readonly Modification[]
  descriptor: Descriptor | null
  description: string | null
  /** Newest first. */
  transactionIds: readonly string[]
  /** Newest first. */
  statusHistory: readonly StatusEvent[]
  readonly createdAt: number
  updatedAt: number
}

/** An add-on or a discount on a subscription. Its id is the template's, so a subscription has each at most once. */
export type Modification = {
  readonly id: string
  readonly kind: ModificationKind
  readonly name: string
  readonly description: string | null
  readonly amount: Cents
  readonly quantity: number
  /** The number of bills for which it counts; null if it never expires. */
  readonly numberOfBillingCycles: number | null
  /** Bills it has counted for. */
  readonly currentBillingCycle: number
}

export type Descriptor = {
  readonly name: string | null
  readonly phone: string | null
  readonly url: string | null
}

export type StatusEvent = {
  readonly timestamp: number
  readonly status: SubscriptionStatus
  /** Who did it: the API's user, or the gateway itself. */
  readonly user: string | null
  readonly source: 'api' | 'control_panel' | 'recurring'
  readonly balance: Cents
  readonly price: Cents
  readonly currency: string
  readonly planId: string
}
