import { emit } from '../events/emit.ts'
import { findCustomer, findPrice } from '../lookup/find.ts'
import { methodFor } from '../lookup/payment-method.ts'
import type { Recurring } from '../model/catalog.ts'
import type { BillingReason, Invoice } from '../model/invoice.ts'
import type { Subscription, SubscriptionItem } from '../model/subscription.ts'
import { boundaryAfter } from '../money/periods.ts'
import { amountOfUnits } from '../money/price-amounts.ts'
import type { Work } from '../work.ts'
import { cancelSubscription } from './cancel.ts'
import { changeSubscription, subscriptionSubject } from './change-subscription.ts'
import { finalizeInvoice, markUncollectible, voidInvoice } from './finalize-invoice.ts'
import { lasting, takeAway } from './give-discounts.ts'
import { announceInvoice, linesOfSubscription, makeInvoice } from './make-invoice.ts'

/** Begins the next period of a subscription with a draft, or ends the subscription when that was to happen now. */
export function renew(work: Work, subscription: Subscription): void {
  if (subscription.cancelAtPeriodEnd) {
    cancelSubscription(work, subscription, 'cancellation_requested')
    return
  }
  if (subscription.status === 'trialing' && !goesOnAfterTrial(work, subscription)) return
  dropEndedDiscounts(work, subscription)
  const { periodStart: start, periodEnd: end } = subscription
  const next = nextBoundary(work, subscription, end)
  const status = subscription.status === 'trialing' ? 'active' : subscription.status
  const invoice = invoicePeriod(work, subscription, { start: end, end: next, invoiced: { start, end } })
  announceInvoice(work, invoice)
  changeSubscription(work, subscription, { periodStart: end, periodEnd: next, status })
  treatPaused(work, subscription, invoice)
}

/** The first moment after another at which a period of a subscription begins. */
export function nextBoundary(
  work: Pick<Work, 'account'>,
  { billingCycleAnchor, anchorConfig, items }: Subscription,
  after: number,
): number {
  return boundaryAfter(billingCycleAnchor, recurringOf(work, items), after, anchorConfig?.day)
}

type Period = { readonly start: number; readonly end: number }

type InvoicedPeriod = Period & {
  /** The period that ends with the invoice. */
  readonly invoiced: Period
  readonly billingReason?: BillingReason
}

/** A draft for a period of a subscription, with what waits for its next invoice. */
export function invoicePeriod(
  work: Work,
  subscription: Subscription,
  { start, end, invoiced, billingReason = 'subscription_cycle' }: InvoicedPeriod,
): Invoice {
  const { account, now } = work
  const invoice = makeInvoice(work, {
    customer: findCustomer(account, subscription.customer),
    currency: subscription.currency,
    subscription,
    billingReason,
    lines: subscription.items.flatMap((item) => {
      const used = usageIn(work, subscription, item, invoiced)
      if (used === null) return linesOfSubscription(work, subscription, item, { start, end })
      return linesOfSubscription(work, subscription, { ...item, quantity: used }, invoiced)
    }),
    periodStart: invoiced.start,
    periodEnd: invoiced.end,
    takesPending: true,
  })
  const { pauseCollection, status } = subscription
  if (status === 'unpaid' || pauseCollection?.behavior === 'keep_as_draft') invoice.autoAdvance = false
  else invoice.finalizesAt = now + account.settings.draftSeconds
  return invoice
}

/** The usage of an item in a period, which is 0 in a trial; null for an item that is not paid by usage. */
function usageIn(
  { account }: Pick<Work, 'account'>,
  { customer, status }: Subscription,
  { price }: SubscriptionItem,
  { start, end }: Period,
): number | null {
  const meter = findPrice(account, price).recurring?.meter ?? null
  if (meter === null) return null
  if (status === 'trialing') return 0
  return account.usage
    .filter((it) => it.meter === meter && it.customer === customer && it.at >= start && it.at < end)
    .reduce((sum, { value }) => sum + value, 0)
}

/** The price of an item before a whole period: 0 where usage is paid for after it. */
export function amountOf(
  { account }: Pick<Work, 'account'>,
  { price: id, quantity }: Pick<SubscriptionItem, 'price' | 'quantity'>,
  currency: string,
): number {
  return isMetered({ account }, { price: id }) ? 0 : amountOfUnits(findPrice(account, id), quantity, currency)
}

/** Whether usage is paid for after a period, instead of a quantity before it. */
export function isMetered(
  { account }: Pick<Work, 'account'>,
  { price }: Pick<SubscriptionItem, 'price'>,
): boolean {
  return (findPrice(account, price).recurring?.meter ?? null) !== null
}

/** The interval of a subscription, which all its items have. */
export function recurringOf(
  { account }: Pick<Work, 'account'>,
  items: readonly SubscriptionItem[],
): Recurring {
  const [first] = items
  const recurring = first === undefined ? null : findPrice(account, first.price).recurring
  if (recurring === null) throw new Error('subscription without a recurring price')
  return recurring
}

/** Discounts that have ended leave the subscription before its next invoice. */
function dropEndedDiscounts(work: Work, subscription: Subscription): void {
  const kept = lasting(work, subscription.discounts, work.now)
  takeAway(
    work,
    subscription.discounts.filter((id) => !kept.includes(id)),
  )
  subscription.discounts = kept
}

/** Whether a subscription whose trial is over is billed; otherwise it was ended or paused. */
function goesOnAfterTrial(work: Work, subscription: Subscription): boolean {
  const { atTrialEnd, customer, id } = subscription
  if (atTrialEnd === 'create_invoice' || methodFor(work, { customer, subscription: id }) !== null) return true
  if (atTrialEnd === 'cancel') cancelSubscription(work, subscription, 'payment_failed')
  else {
    changeSubscription(work, subscription, { status: 'paused' })
    emit(work, 'customer.subscription.paused', subscriptionSubject(work, subscription))
  }
  return false
}

function treatPaused(work: Work, { pauseCollection }: Subscription, invoice: Invoice): void {
  if (pauseCollection === null || pauseCollection.behavior === 'keep_as_draft') return
  if (pauseCollection.behavior === 'void') voidInvoice(work, invoice)
  else {
    invoice.autoAdvance = false
    finalizeInvoice(work, invoice)
    if (invoice.status === 'open') markUncollectible(work, invoice)
  }
}
