import { emit } from '../events/emit.ts'
import type { Customer } from '../model/customer.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Work } from '../work.ts'
import { subscriptionSubject } from './change-subscription.ts'

/** Ends a subscription at once. Its unpaid invoices are not collected any more. */
export function cancelSubscription(
  work: Work,
  subscription: Subscription,
  reason: NonNullable<Subscription['cancellationReason']>,
): void {
  const { account, now } = work
  Object.assign(subscription, {
    status: 'canceled',
    canceledAt: subscription.canceledAt ?? now,
    endedAt: now,
    cancellationReason: reason,
  })
  const schedule = account.schedules.get(subscription.schedule ?? '')
  if (schedule?.status === 'active') Object.assign(schedule, { status: 'canceled', canceledAt: now })
  for (const invoice of account.invoices.values()) {
    if (invoice.subscription !== subscription.id) continue
    if (invoice.status !== 'draft' && invoice.status !== 'open') continue
    Object.assign(invoice, { autoAdvance: false, finalizesAt: null, nextPaymentAttempt: null })
  }
  emit(work, 'customer.subscription.deleted', subscriptionSubject(work, subscription))
}

/** Ends what a customer has when it is deleted. */
export function cancelAllOf(work: Work, { id }: Customer): void {
  for (const subscription of work.account.subscriptions.values()) {
    if (subscription.customer !== id || subscription.endedAt !== null) continue
    cancelSubscription(work, subscription, 'cancellation_requested')
  }
}
