import { emit } from '../events/emit.ts'
import { findCustomer } from '../lookup/find.ts'
import type { Invoice } from '../model/invoice.ts'
import type { Subscription } from '../model/subscription.ts'
import { stepOf } from '../money/currencies.ts'
import { totalsOf } from '../money/invoice-totals.ts'
import { boundaryBefore } from '../money/periods.ts'
import { shareOf } from '../money/shares.ts'
import type { Work } from '../work.ts'
import { changeSubscription, subscriptionSubject } from './change-subscription.ts'
import { finalizeInvoice } from './finalize-invoice.ts'
import { announceInvoice, lineOfSubscription, makeInvoice } from './make-invoice.ts'
import { collectInvoice, payInvoice } from './pay-invoice.ts'
import { amountOf, recurringOf } from './renew.ts'

export type Start = {
  /** Whether the time to an anchor in the future is charged. */
  readonly prorates: boolean
  /** Whether the first invoice is paid at once, or waits for a request that pays it. */
  readonly pays: boolean
  /** Whether the customer is away. */
  readonly isOffSession: boolean
}

/**
 * Makes the first invoice of a new subscription, which has no draft that could be changed: it is finalized and paid at once.
 * Null when there is none, as nothing is charged before the anchor.
 */
export function startSubscription(
  work: Work,
  subscription: Subscription,
  { prorates, pays, isOffSession }: Start,
): Invoice | null {
  const { account, now } = work
  const { trialEnd, periodEnd, billingCycleAnchor } = subscription
  const isStub = trialEnd === null && billingCycleAnchor > now
  if (isStub && !prorates) {
    subscription.status = 'active'
    emit(work, 'customer.subscription.created', subscriptionSubject(work, subscription))
    return null
  }
  const whole = isStub ? wholePeriod(work, subscription) : { start: now, end: periodEnd }
  const invoice = makeInvoice(work, {
    customer: findCustomer(account, subscription.customer),
    currency: subscription.currency,
    subscription,
    billingReason: 'subscription_create',
    lines: subscription.items.map((item) => {
      const full = trialEnd === null ? amountOf(work, item) : 0
      const [part, period] = [periodEnd - now, Math.max(1, whole.end - whole.start)]
      const amount = shareOf(full, part, period, stepOf(subscription.currency))
      return lineOfSubscription(work, subscription, item, {
        start: now,
        end: periodEnd,
        amount: isStub ? amount : full,
      })
    }),
    periodStart: now,
    periodEnd: now,
    takesPending: true,
  })
  // An invoice that is sent is a draft at first, unless there is nothing to pay.
  if (invoice.dueAt !== null && totalsOf(account, invoice).amountDue > 0) {
    invoice.finalizesAt = now + account.settings.draftSeconds
    subscription.status = trialEnd === null ? 'active' : 'trialing'
    emit(work, 'customer.subscription.created', subscriptionSubject(work, subscription))
    announceInvoice(work, invoice)
    return invoice
  }
  finalizeInvoice(work, invoice)
  const status = trialEnd === null ? ('incomplete' as const) : ('trialing' as const)
  subscription.status = invoice.status === 'paid' && trialEnd === null ? 'active' : status
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
function wholePeriod(work: Work, { billingCycleAnchor, items }: Subscription) {
  return { start: boundaryBefore(billingCycleAnchor, recurringOf(work, items)), end: billingCycleAnchor }
}
