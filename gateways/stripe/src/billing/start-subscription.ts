import { emit } from '../events/emit.ts'
import { findCustomer } from '../lookup/find.ts'
import type { Recurring } from '../model/catalog.ts'
import type { Invoice, InvoiceLine } from '../model/invoice.ts'
import type { Subscription, SubscriptionItem } from '../model/subscription.ts'
import { stepOf } from '../money/currencies.ts'
import { totalsOf } from '../money/invoice-totals.ts'
import { boundaryAfter, boundaryBefore } from '../money/periods.ts'
import { shareOf } from '../money/shares.ts'
import type { Work } from '../work.ts'
import { changeSubscription, subscriptionSubject } from './change-subscription.ts'
import { finalizeInvoice } from './finalize-invoice.ts'
import { announceInvoice, lineOfSubscription, linesOfSubscription, makeInvoice } from './make-invoice.ts'
import { collectInvoice, payInvoice } from './pay-invoice.ts'
import { amountOf, isMetered, recurringOf } from './renew.ts'

export type Start = {
  /** Whether the time to an anchor in the future is charged. */
  readonly prorates: boolean
  /** Whether the first invoice is paid at once, or waits for a request that pays it. */
  readonly pays: boolean
  /** Whether the first invoice is a draft for a while. */
  readonly isDraft: boolean
  /** Whether the customer is away. */
  readonly isOffSession: boolean
}

/**
 * Makes the first invoice of a new subscription, which has no draft that could be changed: it is finalized and paid at once. One that is
 * sent or of a schedule is a draft, unless there is nothing to pay.
 * Null when there is none, as nothing is charged before the anchor.
 */
export function startSubscription(
  work: Work,
  subscription: Subscription,
  { prorates, pays, isOffSession, isDraft }: Start,
): Invoice | null {
  const { account, now } = work
  const { trialEnd, periodEnd, billingCycleAnchor } = subscription
  const isStub = trialEnd === null && billingCycleAnchor > now
  if (isStub && !prorates) {
    subscription.status = 'active'
    emit(work, 'customer.subscription.created', subscriptionSubject(work, subscription))
    return null
  }
  const isBackdated = prorates && subscription.startDate < now
  const period = { start: now, end: periodEnd }
  const firstPeriodOf = (item: SubscriptionItem) => {
    const isFree = trialEnd !== null || isMetered(work, item)
    return isFree
      ? [lineOfSubscription(work, subscription, item, { ...period, amount: 0 })]
      : linesOfSubscription(work, subscription, item, period)
  }
  const stubOf = (item: SubscriptionItem) => {
    const { start, end } = wholePeriod(work, subscription)
    const full = amountOf(work, item, subscription.currency)
    const amount = shareOf(full, periodEnd - now, Math.max(1, end - start), stepOf(subscription.currency))
    return [lineOfSubscription(work, subscription, item, { ...period, amount })]
  }
  const backdated = isBackdated ? backdatedLines(work, subscription, isStub ? periodEnd : now) : []
  const current = isStub && isBackdated ? [] : subscription.items
  const invoice = makeInvoice(work, {
    customer: findCustomer(account, subscription.customer),
    currency: subscription.currency,
    subscription,
    billingReason: 'subscription_create',
    lines: [...current.flatMap(isStub ? stubOf : firstPeriodOf), ...backdated],
    periodStart: now,
    periodEnd: now,
    takesPending: true,
  })
  if (isDraft && totalsOf(account, invoice).amountDue > 0) {
    invoice.finalizesAt = now + account.settings.draftSeconds
    subscription.status = trialEnd === null ? 'active' : 'trialing'
    emit(work, 'customer.subscription.created', subscriptionSubject(work, subscription))
    announceInvoice(work, invoice)
    return invoice
  }
  finalizeInvoice(work, invoice)
  const begun = trialEnd === null ? ('active' as const) : ('trialing' as const)
  subscription.status = invoice.status === 'paid' ? begun : 'incomplete'
  emit(work, 'customer.subscription.created', subscriptionSubject(work, subscription))
  announceInvoice(work, invoice)
  if (invoice.status === 'open' && pays) payInvoice(work, invoice, { isOffSession })
  return invoice
}

/**
 * Finalizes and charges an invoice at once, as one for a change is; a subscription that cannot pay it is past due. One that is sent
 * is a draft at first.
 */
export function chargeAtOnce(work: Work, invoice: Invoice, pays = true): void {
  announceInvoice(work, invoice)
  if (invoice.dueAt !== null) {
    invoice.finalizesAt = work.now + work.account.settings.draftSeconds
    return
  }
  finalizeInvoice(work, invoice)
  if (invoice.status !== 'open') return
  if (pays) {
    collectInvoice(work, invoice)
    return
  }
  const subscription = work.account.subscriptions.get(invoice.subscription ?? '')
  if (subscription?.status === 'active') changeSubscription(work, subscription, { status: 'past_due' })
}

/** The whole period that ends at an anchor in the future. */
function wholePeriod(work: Work, { billingCycleAnchor: end, anchorConfig, items }: Subscription) {
  return { start: boundaryBefore(end, recurringOf(work, items), anchorConfig?.day), end }
}

/**
 * The lines for the time from the start of a subscription that was backdated, one for each item: it is charged by intervals that
 * begin with that start, the last in part.
 */
function backdatedLines(work: Work, subscription: Subscription, end: number): readonly InvoiceLine[] {
  const { startDate: start, items, currency } = subscription
  const recurring = recurringOf(work, items)
  return items.map((item) => {
    const amount = amountSince(amountOf(work, item, currency), {
      start,
      end,
      recurring,
      step: stepOf(currency),
    })
    return lineOfSubscription(work, subscription, item, { start, end, amount })
  })
}

type Span = {
  readonly start: number
  readonly end: number
  readonly recurring: Recurring
  readonly step: number
}

function amountSince(full: number, { start, end, recurring, step }: Span): number {
  let [sum, from] = [0, start]
  for (;;) {
    const next = boundaryAfter(start, recurring, from)
    if (next > end) return sum + shareOf(full, end - from, next - from, step)
    sum += full
    from = next
  }
}
