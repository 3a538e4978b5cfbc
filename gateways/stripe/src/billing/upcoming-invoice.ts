import { emit } from '../events/emit.ts'
import { findSubscription } from '../lookup/billing.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Invoice } from '../model/invoice.ts'
import type { Subscription } from '../model/subscription.ts'
import { invoiceJson } from '../objects/invoice-json.ts'
import type { Work } from '../work.ts'
import { invoicePeriod, nextBoundary } from './renew.ts'

const DAY_SECONDS = 86_400

/** When the next invoice is announced by `invoice.upcoming`; null when it is not. */
export function upcomingAt({ settings }: StripeAccount, subscription: Subscription): number | null {
  const { status, pauseCollection, periodStart, periodEnd, announcedUntil } = subscription
  if (settings.upcomingDays === 0 || announcedUntil === periodEnd || pauseCollection !== null) return null
  if (!isBilledNext(subscription) || !['active', 'past_due', 'trialing'].includes(status)) return null
  return Math.max(periodStart, periodEnd - settings.upcomingDays * DAY_SECONDS)
}

/** Tells of an invoice that has no id yet. */
export function announceUpcoming(work: Work, subscription: Subscription): void {
  subscription.announcedUntil = subscription.periodEnd
  const copy = onCopy(work)
  const invoice = nextInvoice(copy, findSubscription(copy.account, subscription.id))
  const { id: _none, ...object } = upcomingJson(copy.account, invoice)
  emit(work, 'invoice.upcoming', { object, subscriptionId: subscription.id })
}

/** Work on a copy of the account, without webhook endpoints and without what happened before: what happens there changes nothing. */
export function onCopy(work: Work): Work {
  const past = { events: new Map(), notifications: new Map(), requests: new Map() }
  return { ...work, account: structuredClone({ ...work.account, ...past, destinations: [] }) }
}

/** Whether another period follows the current one. */
export function isBilledNext({ cancelAt, cancelAtPeriodEnd, endedAt, periodEnd }: Subscription): boolean {
  return endedAt === null && !cancelAtPeriodEnd && (cancelAt === null || cancelAt > periodEnd)
}

/** Makes the draft of the next period, as it would be now. */
export function nextInvoice(work: Work, subscription: Subscription): Invoice {
  const { periodStart, periodEnd: start } = subscription
  const end = nextBoundary(work, subscription, start)
  const invoiced = { start: periodStart, end: start }
  return invoicePeriod({ ...work, now: start }, subscription, { start, end, invoiced })
}

export function upcomingJson(account: StripeAccount, invoice: Invoice) {
  const shown = invoiceJson(account, invoice)
  return {
    ...shown,
    id: `upcoming_${invoice.id}`,
    billing_reason: 'upcoming' as const,
    status: 'draft' as const,
    number: null,
  }
}
