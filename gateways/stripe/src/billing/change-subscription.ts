import { emit } from '../events/emit.ts'
import type { Subscription } from '../model/subscription.ts'
import { previousOf } from '../objects/previous-of.ts'
import { subscriptionJson } from '../objects/subscription-json.ts'
import type { Work } from '../work.ts'

/** Changes a subscription, and tells of it with the former values. */
export function changeSubscription(
  work: Work,
  subscription: Subscription,
  change: Partial<Subscription>,
): void {
  const { account } = work
  const before = subscriptionJson(account, subscription)
  Object.assign(subscription, change)
  const after = subscriptionJson(account, subscription)
  const previous = previousOf(before, after)
  if (Object.keys(previous).length === 0) return
  emit(work, 'customer.subscription.updated', { object: after, previous, subscriptionId: subscription.id })
}

export function subscriptionSubject({ account }: Work, subscription: Subscription) {
  return { object: subscriptionJson(account, subscription), subscriptionId: subscription.id }
}
