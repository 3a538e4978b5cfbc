import { checkItems, prorationBehaviors, updateItems } from '../../billing/update-items.ts'
import { findSubscription } from '../../lookup/billing.ts'
import { findCustomer } from '../../lookup/find.ts'
import type { StripeAccount } from '../../model/account.ts'
import type { Subscription } from '../../model/subscription.ts'
import { missing } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { onlyIfPaid, readUpdateBehavior } from './read-behavior.ts'
import { changedItems, readItem, type WantedItem } from './read-items.ts'

/** Reads a change of one item of a subscription. @throws {ApiError} */
export function readItemUpdate(params: Params, id: string): (work: Work) => void {
  const wanted = { ...readItem(params), id }
  const change = readChange(params)
  return (work) => change(work, ownerOf(work.account, id), wanted)
}

/** Reads a new item of a subscription; what is returned adds it and returns its id. @throws {ApiError} */
export function readNewItem(params: Params): (work: Work) => string {
  const subscriptionId = params.neededText('subscription')
  const wanted = readItem(params)
  const change = readChange(params)
  return (work) => {
    const subscription = findSubscription(work.account, subscriptionId, 'subscription')
    change(work, subscription, wanted)
    return subscription.items.at(-1)?.id ?? ''
  }
}

/** Reads the removal of an item. @throws {ApiError} */
export function readItemRemoval(params: Params, id: string): (work: Work) => void {
  const wanted = { ...readItem(params), id, isDeleted: true }
  const change = readChange(params)
  return (work) => change(work, ownerOf(work.account, id), wanted)
}

type Change = (work: Work, subscription: Subscription, wanted: WantedItem) => void

function readChange(params: Params): Change {
  const behavior = params.oneOf('proration_behavior', prorationBehaviors) ?? 'create_prorations'
  const from = params.moment('proration_date')
  const payment = readUpdateBehavior(params)
  params.accept('off_session')
  const run: Change = (asked, subscription, wanted) => {
    const customer = findCustomer(asked.account, subscription.customer)
    const work = byClock(asked, customer.testClock)
    const { currency, discounts } = subscription
    const owner = { customer, currency, subscription: subscription.id }
    const items = changedItems(work, subscription.items, [wanted], owner)
    checkItems(work, items, currency)
    updateItems(work, subscription, {
      items,
      discounts,
      behavior,
      from: from ?? work.now,
      resetsAnchor: false,
      pays: payment !== 'default_incomplete',
      rest: {},
    })
  }
  if (payment !== 'error_if_incomplete') return run
  return (asked, { id }, wanted) => {
    onlyIfPaid(asked, id, (work) => run(work, findSubscription(work.account, id), wanted))
  }
}

function ownerOf({ subscriptions }: StripeAccount, id: string): Subscription {
  const found = Array.from(subscriptions.values()).find((it) => it.items.some((item) => item.id === id))
  if (found === undefined) throw missing('subscription item', id)
  return found
}
