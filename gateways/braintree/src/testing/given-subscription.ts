import type { Day } from '../model/day.ts'
import type { Subscription } from '../model/subscription.ts'

/** A subscription of 30.00 a month that was billed once. */
export function givenSubscription(id: string, given: Partial<Subscription> = {}): Subscription {
  const day = '2026-01-10' as Day
  return {
    id,
    sequence: 1,
    status: 'Active',
    planId: 'monthly',
    merchantAccountId: 'usd',
    paymentMethodToken: 'card',
    price: 3000,
    balance: 0,
    trial: null,
    billingDayOfMonth: 10,
    billingFrequency: 1,
    numberOfBillingCycles: null,
    currentBillingCycle: 1,
    firstBillingDate: day,
    nextBillingDate: day,
    billingPeriodStart: null,
    billingPeriodEnd: null,
    paidThroughDate: null,
    pastDueSince: null,
    retryOn: null,
    failureCount: 0,
    addOns: [],
    discounts: [],
    descriptor: null,
    description: null,
    transactionIds: [],
    statusHistory: [],
    createdAt: 0,
    updatedAt: 0,
    ...given,
  }
}
