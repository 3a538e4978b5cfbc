import { checkItems, prorationBehaviors, updateItems } from '../../billing/update-items.ts'
import { findCustomer } from '../../lookup/find.ts'
import { missing } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { changedItems, readItem } from './read-items.ts'

/** Reads a change of one item of a subscription. @throws {ApiError} */
export function readItemUpdate(params: Params, id: string): (work: Work) => void {
  const wanted = { ...readItem(params), id }
  const behavior = params.oneOf('proration_behavior', prorationBehaviors) ?? 'create_prorations'
  const from = params.moment('proration_date')
  params.accept('payment_behavior', 'off_session')
  return (asked) => {
    const subscription = Array.from(asked.account.subscriptions.values()).find((it) => {
      return it.items.some((item) => item.id === id)
    })
    if (subscription === undefined) throw missing('subscription item', id)
    const customer = findCustomer(asked.account, subscription.customer)
    const work = byClock(asked, customer.testClock)
    const { currency, discounts } = subscription
    const owner = { customer, currency, subscription: subscription.id }
    const items = changedItems(work, subscription.items, [wanted], owner)
    checkItems(work, items, currency)
    const change = { items, discounts, behavior, from: from ?? work.now, resetsAnchor: false, rest: {} }
    updateItems(work, subscription, change)
  }
}
