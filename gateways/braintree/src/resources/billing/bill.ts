import type { Gateway } from '../../gateway.ts'
import { addDays, addMonths, type Day, daysBetween } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Subscription } from '../../model/subscription.ts'
import { countBill, periodAmount } from '../../records/amounts.ts'
import { notify } from '../../webhooks/notify.ts'
import { isPaid } from '../transactions/charge.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { type By, changeStatus } from './change-status.ts'
import { chargeSubscription } from './charge-subscription.ts'
import { paid, settled } from './pay-off.ts'

/** Bills the period that begins on a day, with the balance from before. */
export function bill(gateway: Gateway, merchant: Merchant, it: Subscription, day: Day, by: By): void {
  const isLeftPastDue = it.status === 'Past Due' && leavesPastDue(merchant)
  openPeriod(it, day)
  it.updatedAt = by.timestamp
  if (it.balance <= 0) skip(gateway, merchant, it, by)
  else if (!isLeftPastDue) attempt(gateway, merchant, it, day, by)
}

/** The next period begins: its price is owed, and its add-ons and discounts have counted once more. */
export function openPeriod(it: Subscription, day: Day): void {
  const { start, end, next } = periodFrom(day, it.billingFrequency, it.billingDayOfMonth)
  it.currentBillingCycle += 1
  it.billingPeriodStart = start
  it.billingPeriodEnd = end
  it.nextBillingDate = next
  it.retryOn = null
  it.addOns = countBill(it.addOns)
  it.discounts = countBill(it.discounts)
  it.balance += periodAmount(it)
}

/** Skips the charge when nothing is owed: the rest of a credit stays for the next bill. */
export function skip(gateway: Gateway, merchant: Merchant, it: Subscription, by: By): void {
  const wentActive = settled(merchant, it, by)
  if (wentActive)
    notify(gateway, merchant, { kind: 'subscription_went_active', subscription: it }, by.timestamp)
  notify(gateway, merchant, { kind: 'subscription_billing_skipped', subscription: it }, by.timestamp)
}

/** Charges the balance, on the day of the bill or of a retry. */
export function attempt(gateway: Gateway, merchant: Merchant, it: Subscription, day: Day, by: By): void {
  const transaction = chargeSubscription(gateway, merchant, it, {
    amount: it.balance,
    submitsForSettlement: true,
    by,
  })
  if (isPaid(transaction)) paid(gateway, merchant, it, transaction, by)
  else failed(gateway, merchant, it, day, by)
}

function failed(gateway: Gateway, merchant: Merchant, it: Subscription, day: Day, by: By): void {
  const wentPastDue = it.status !== 'Past Due'
  it.failureCount += 1
  it.updatedAt = by.timestamp
  if (wentPastDue) {
    it.pastDueSince = day
    changeStatus(merchant, it, 'Past Due', by)
  }
  const isGivenUp = !scheduleRetry(merchant, it, day)
  const notifyOf = (kind: Parameters<typeof notify>[2]['kind']) =>
    notify(gateway, merchant, { kind, subscription: it }, by.timestamp)
  notifyOf('subscription_charged_unsuccessfully')
  if (wentPastDue) notifyOf('subscription_went_past_due')
  if (isGivenUp && merchant.settings.afterRetries === 'cancel') cancelSubscription(gateway, merchant, it, by)
}

/** Two retries at most follow a bill. Returns false once the last of them has failed. */
function scheduleRetry({ settings }: Merchant, it: Subscription, day: Day): boolean {
  const [first, second] = settings.retryAfterDays
  it.retryOn = null
  // Without retries none of them fails: the next bill tries again.
  if (first === null) return true
  const daysSinceBill = it.billingPeriodStart === null ? 0 : daysBetween(it.billingPeriodStart, day)
  if (daysSinceBill === 0) it.retryOn = addDays(day, first)
  else if (daysSinceBill <= first && second !== null) it.retryOn = addDays(day, second)
  return it.retryOn !== null
}

/** Whether charges stop after the retries have failed; the balance grows with each period. */
function leavesPastDue({ settings }: Merchant): boolean {
  return settings.afterRetries === 'stay_past_due' && settings.retryAfterDays[0] !== null
}

/** A billing period, from its first day to its last, and the day on which the next one begins. */
type Period = { readonly start: Day; readonly end: Day; readonly next: Day }

/** The period that begins on a day; `dayOfMonth` is when bills are wanted, in a shorter month its last day. */
export function periodFrom(start: Day, months: number, dayOfMonth: number): Period {
  const next = addMonths(start, months, dayOfMonth)
  return { start, end: addDays(next, -1), next }
}

/** The first day from a given one on that is that day of its month, or the last of a shorter one. */
export function firstOn(dayOfMonth: number, from: Day): Day {
  const thisMonth = addMonths(from, 0, dayOfMonth)
  return thisMonth >= from ? thisMonth : addMonths(from, 1, dayOfMonth)
}
