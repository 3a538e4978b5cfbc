import { addMonths, type Day, momentOf } from '../model/day.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Subscription } from '../model/subscription.ts'
import { BILLING_HOUR } from '../model/timetable.ts'

/**
 * The moment of the n-th bill from here, of one subscription or, without it, of any of the merchant's: bills that fall on
 * one day are one. Null when nothing will be billed so often.
 */
export function momentAfterCycles(
  merchant: Merchant,
  subscription: Subscription | null,
  cycles: number,
): number | null {
  const billed = subscription === null ? Array.from(merchant.subscriptions.values()) : [subscription]
  const days = new Set(billed.flatMap((each) => billingDays(each, cycles)))
  const last = Array.from(days).sort()[cycles - 1]
  return last === undefined ? null : momentOf(last, BILLING_HOUR)
}

function billingDays(subscription: Subscription, cycles: number): readonly Day[] {
  const { nextBillingDate: next, numberOfBillingCycles: whole, status } = subscription
  if (next === null || status === 'Canceled' || status === 'Expired') return []
  const left = whole === null ? cycles : Math.min(cycles, whole - subscription.currentBillingCycle)
  return Array.from({ length: Math.max(left, 0) }, (_, cycle) => {
    // The next bill may be on another day than the later ones, when it was asked for so.
    if (cycle === 0) return next
    return addMonths(next, cycle * subscription.billingFrequency, subscription.billingDayOfMonth)
  })
}
