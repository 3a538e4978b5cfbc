import type { Gateway } from '../../gateway.ts'
import { type Day, momentOf } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Subscription } from '../../model/subscription.ts'
import { BILLING_HOUR } from '../../model/timetable.ts'
import { notify } from '../../webhooks/notify.ts'
import { attempt, bill } from './bill.ts'
import { type By, changeStatus } from './change-status.ts'

/**
 * The next moment at which a subscription is to be billed, begun, ended or retried; null when there is none. Missed work is
 * due at once.
 */
export function nextBillingAt(merchant: Merchant): number | null {
  const day = earliestDue(merchant)
  return day === null ? null : Math.max(momentOf(day, BILLING_HOUR), merchant.clock.at)
}

/** Does the work that is due at that moment, in the order in which it became due; missed work as of its own day. */
export function runBilling(gateway: Gateway, merchant: Merchant, now: number): void {
  for (;;) {
    const day = earliestDue(merchant)
    if (day === null || momentOf(day, BILLING_HOUR) > now) return
    const by = { user: null, source: 'recurring', timestamp: momentOf(day, BILLING_HOUR) } as const
    const due = Array.from(merchant.subscriptions.values()).filter((each) => dueDay(each) === day)
    due.sort((a, b) => a.sequence - b.sequence)
    for (const subscription of due) goOn(gateway, merchant, subscription, day, by)
  }
}

function goOn(gateway: Gateway, merchant: Merchant, it: Subscription, day: Day, by: By): void {
  if (it.nextBillingDate !== day) attempt(gateway, merchant, it, day, by)
  else if (hasHadAllCycles(it)) expire(gateway, merchant, it, by)
  else {
    if (it.status === 'Pending') changeStatus(merchant, it, 'Active', by)
    if (it.trial !== null && it.currentBillingCycle === 0) {
      notify(gateway, merchant, { kind: 'subscription_trial_ended', subscription: it }, by.timestamp)
    }
    bill(gateway, merchant, it, day, by)
  }
}

/** A debt outlives the last period: then it is past due until it is paid, and expires by that. */
function expire(gateway: Gateway, merchant: Merchant, it: Subscription, by: By): void {
  it.nextBillingDate = null
  it.updatedAt = by.timestamp
  if (it.status === 'Past Due') return
  changeStatus(merchant, it, 'Expired', by)
  notify(gateway, merchant, { kind: 'subscription_expired', subscription: it }, by.timestamp)
}

function hasHadAllCycles({ numberOfBillingCycles, currentBillingCycle }: Subscription): boolean {
  return numberOfBillingCycles !== null && currentBillingCycle >= numberOfBillingCycles
}

function earliestDue({ subscriptions }: Merchant): Day | null {
  let earliest: Day | null = null
  for (const subscription of subscriptions.values()) {
    const day = dueDay(subscription)
    if (day !== null && (earliest === null || day < earliest)) earliest = day
  }
  return earliest
}

/** The day on which something is to be done for a subscription. */
function dueDay({ status, nextBillingDate, retryOn }: Subscription): Day | null {
  if (status === 'Canceled' || status === 'Expired') return null
  if (status !== 'Past Due' || retryOn === null) return nextBillingDate
  return nextBillingDate !== null && nextBillingDate < retryOn ? nextBillingDate : retryOn
}

/** Whether a subscription has not been billed yet because it is on trial. */
export function isOnTrial({ status, trial, currentBillingCycle }: Subscription): boolean {
  return status === 'Active' && trial !== null && currentBillingCycle === 0
}
