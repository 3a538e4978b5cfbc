import { changeSubscription, subscriptionSubject } from '../../billing/change-subscription.ts'
import { prorationBehaviors, updateItems } from '../../billing/update-items.ts'
import { emit } from '../../events/emit.ts'
import { findSubscription } from '../../lookup/billing.ts'
import { findCustomer } from '../../lookup/find.ts'
import type { Subscription } from '../../model/subscription.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'

/** Reads the resumption of a paused subscription: its period begins anew, and is charged at once. @throws {ApiError} */
export function readResumption(params: Params, id: string | undefined): (work: Work) => Subscription {
  // Whether the part of a period is charged matters only where the anchor stays.
  params.oneOf('billing_cycle_anchor', ['now'])
  params.oneOf('payment_behavior', ['resume_on_payment_attempt'])
  params.oneOf('proration_behavior', prorationBehaviors)
  return (asked) => {
    const subscription = findSubscription(asked.account, id, 'id')
    const { status, items, discounts, customer } = subscription
    if (status !== 'paused')
      throw invalid(`Only a paused subscription can be resumed; it is ${status}.`, 'id')
    const work = byClock(asked, findCustomer(asked.account, customer).testClock)
    changeSubscription(work, subscription, { status: 'active' })
    updateItems(work, subscription, {
      items,
      discounts,
      behavior: 'none',
      from: work.now,
      resetsAnchor: true,
      rest: {},
    })
    emit(work, 'customer.subscription.resumed', subscriptionSubject(work, subscription))
    return subscription
  }
}
