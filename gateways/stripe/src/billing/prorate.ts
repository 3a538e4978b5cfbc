import { couponOf, discountOf } from '../lookup/discounts.ts'
import { findPrice } from '../lookup/find.ts'
import { newId } from '../model/ids.ts'
import type { InvoiceItem } from '../model/invoice.ts'
import type { Subscription, SubscriptionItem } from '../model/subscription.ts'
import { fractionOf } from '../money/apply-discounts.ts'
import { stepOf } from '../money/currencies.ts'
import { shareOf } from '../money/shares.ts'
import type { Work } from '../work.ts'
import { lasting } from './give-discounts.ts'
import { amountOf } from './renew.ts'

/** The part of a period that a change is about. */
export type Part = { readonly from: number; readonly periodStart: number; readonly periodEnd: number }

type Change = {
  readonly before: readonly SubscriptionItem[]
  readonly after: readonly SubscriptionItem[]
  readonly discountsBefore: readonly string[]
}

/**
 * The items of a subscription change for the rest of its period: the unused time of the former items, and the remaining
 * time of the new ones. As in the mode `classic`, the percentages of the subscription's discounts are in the amounts, and
 * no other discount is taken off. A credit has those that were there when its period began.
 */
export function prorate(
  work: Work,
  subscription: Subscription,
  change: Change,
  part: Part,
): readonly InvoiceItem[] {
  const { before, after, discountsBefore } = change
  const isSame = (one: SubscriptionItem, other: SubscriptionItem) => {
    return one.id === other.id && one.price === other.price && one.quantity === other.quantity
  }
  const gone = before.filter((item) => !after.some((each) => isSame(item, each)))
  const come = after.filter((item) => !before.some((each) => isSame(item, each)))
  const credits = gone.map((item) => {
    const discounts = [...item.discounts, ...discountsBefore].filter((id) => {
      return discountOf(work.account, id).start <= part.periodStart
    })
    return makeItem(work, subscription, item, { part, discounts, isCredit: true })
  })
  const debits = come.map((item) => {
    const discounts = lasting(work, [...item.discounts, ...subscription.discounts], work.now)
    return makeItem(work, subscription, item, { part, discounts, isCredit: false })
  })
  return [...credits, ...debits]
}

type Terms = { readonly part: Part; readonly discounts: readonly string[]; readonly isCredit: boolean }

function makeItem(
  work: Work,
  { id: subscription, customer, currency }: Subscription,
  item: SubscriptionItem,
  { part, discounts, isCredit }: Terms,
): InvoiceItem {
  const { account, now } = work
  const { from, periodStart, periodEnd } = part
  const step = stepOf(currency)
  const gross = shareOf(amountOf(work, item, currency), periodEnd - from, periodEnd - periodStart, step)
  const net = discounts.reduce((left, id) => left - percentOf(work, id, left, step), gross)
  const { product } = findPrice(account, item.price)
  const name = account.products.get(product)?.name ?? product
  const made: InvoiceItem = {
    id: newId(account, 'ii'),
    created: now,
    customer,
    currency,
    subscription,
    subscriptionItem: item.id,
    isProration: true,
    price: item.price,
    product,
    periodStart: from,
    periodEnd,
    invoice: null,
    amount: isCredit ? 0 - net : net,
    quantity: item.quantity,
    description: `${isCredit ? 'Unused' : 'Remaining'} time on ${item.quantity} × ${name}`,
    isDiscountable: false,
    discounts: [],
    taxRates: item.taxRates,
    metadata: {},
  }
  account.invoiceItems.set(made.id, made)
  return made
}

function percentOf({ account }: Work, id: string, amount: number, step: number): number {
  const { percentOff } = couponOf(account, discountOf(account, id).coupon)
  if (percentOff === null) return 0
  const [numerator, denominator] = fractionOf(percentOff)
  return shareOf(amount, numerator, denominator, step)
}
