import { findPrice } from '../lookup/find.ts'
import type { Recurring } from '../model/catalog.ts'
import type { Invoice } from '../model/invoice.ts'
import type { Subscription, SubscriptionItem } from '../model/subscription.ts'
import { boundaryAfter } from '../money/periods.ts'
import { amountsIn } from '../money/price-amounts.ts'
import { invalid } from '../wire/api-error.ts'
import type { Work } from '../work.ts'
import { changeSubscription } from './change-subscription.ts'
import { makeInvoice } from './make-invoice.ts'
import { prorate } from './prorate.ts'
import { invoicePeriod, recurringOf } from './renew.ts'
import { chargeAtOnce } from './start-subscription.ts'

export const prorationBehaviors = ['create_prorations', 'always_invoice', 'none'] as const

export type ProrationBehavior = (typeof prorationBehaviors)[number]

export type ItemChange = {
  readonly items: readonly SubscriptionItem[]
  readonly discounts: readonly string[]
  readonly behavior: ProrationBehavior
  /** The moment from which the change is charged, in seconds. */
  readonly from: number
  /** Whether the period begins anew. */
  readonly resetsAnchor: boolean
  /** Whether an immediate charge is paid at once, or waits for a request that pays it. */
  readonly pays?: boolean
  /** Whether invoice items were added, which are charged at once where prorations are. */
  readonly addsItems?: boolean
  /** Further changes of the subscription, which are part of the same event. */
  readonly rest: Partial<Subscription>
}

/** Changes what a subscription has, and charges for the rest of the period as the merchant wants it. */
export function updateItems(work: Work, subscription: Subscription, change: ItemChange): void {
  const { items: before, discounts: discountsBefore, periodStart, periodEnd, status } = subscription
  const { items, discounts, behavior, from, rest } = change
  const [old, recurring] = [recurringOf(work, before), recurringOf(work, items)]
  const isCharged =
    behavior !== 'none' && status !== 'trialing' && status !== 'incomplete' && from < periodEnd
  const begins = status !== 'trialing' && (change.resetsAnchor || !isSame(old, recurring))
  const part = { from: Math.max(from, periodStart), periodStart, periodEnd }
  subscription.discounts = discounts
  // A period that begins anew is charged as a whole, so only the former items are credited.
  const after = begins ? [] : items
  const prorations = isCharged ? prorate(work, subscription, { before, after, discountsBefore }, part) : []
  subscription.discounts = discountsBefore
  if (begins) {
    const end = boundaryAfter(work.now, recurring, work.now)
    const moved = { billingCycleAnchor: work.now, anchorConfig: null, periodStart: work.now, periodEnd: end }
    changeSubscription(work, subscription, { ...rest, items, discounts, ...moved })
    const invoiced = { start: periodStart, end: work.now }
    const billingReason = 'subscription_update'
    const invoice = invoicePeriod(work, subscription, { start: work.now, end, invoiced, billingReason })
    chargeAtOnce(work, invoice, change.pays)
    return
  }
  changeSubscription(work, subscription, { ...rest, items, discounts })
  if (behavior === 'always_invoice' && (prorations.length > 0 || change.addsItems)) {
    chargeAtOnce(work, invoiceNow(work, subscription), change.pays)
  }
}

/** An invoice for what waits for a subscription's next one. */
export function invoiceNow(work: Work, subscription: Subscription): Invoice {
  const customer = work.account.customers.get(subscription.customer)
  if (customer === undefined) throw new Error(`customer not found: ${subscription.customer}`)
  return makeInvoice(work, {
    customer,
    currency: subscription.currency,
    subscription,
    billingReason: 'subscription_update',
    lines: [],
    periodStart: subscription.periodStart,
    periodEnd: work.now,
    takesPending: true,
  })
}

/** All prices of a subscription have one interval, and an amount in its currency. @throws {ApiError} */
export function checkItems(work: Work, items: readonly SubscriptionItem[], currency: string): void {
  if (items.length === 0) throw invalid('A subscription must have at least one item.', 'items')
  if (items.length > 20) throw invalid('A subscription can have up to 20 items.', 'items')
  const [first] = items
  for (const { price: id } of items) {
    const price = findPrice(work.account, id, 'items')
    if (price.recurring === null) {
      throw invalid(
        'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
        'items[0][price]',
      )
    }
    if (amountsIn(price, currency) === null) {
      throw invalid('Subscription currency does not match the currency of the price.', 'items')
    }
    const other = first === undefined ? price.recurring : findPrice(work.account, first.price).recurring
    if (other === null || !isSame(other, price.recurring)) {
      throw invalid(mixedIntervals, 'items')
    }
  }
}

const mixedIntervals =
  'All prices on a subscription must have the same billing interval: mixed ones are of the billing mode flexible, which the local Stripe has not.'

function isSame(one: Recurring, other: Recurring): boolean {
  return one.interval === other.interval && one.intervalCount === other.intervalCount
}
