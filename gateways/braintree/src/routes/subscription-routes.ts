import { type Answer, invalid, ok } from '../protocol/answer.ts'
import { findSubscription } from '../protocol/find.ts'
import { Problems } from '../protocol/problems.ts'
import type { Call, Route } from '../protocol/route.ts'
import { subscriptionXml } from '../records/subscription-xml.ts'
import { cancelSubscription } from '../resources/billing/cancel-subscription.ts'
import { createSubscription } from '../resources/subscriptions/create-subscription.ts'
import { makePastDue } from '../resources/subscriptions/make-past-due.ts'
import { problems } from '../resources/subscriptions/subscription-problems.ts'
import { subscriptionSearchRoutes } from '../resources/subscriptions/subscription-search.ts'
import { createShape, updateShape } from '../resources/subscriptions/subscription-shapes.ts'
import { updateSubscription } from '../resources/subscriptions/update-subscription.ts'

export const subscriptionRoutes: readonly Route[] = [
  { method: 'POST', path: '/subscriptions', body: createShape, handle: createSubscription },
  { method: 'GET', path: '/subscriptions/:id', handle: show },
  { method: 'PUT', path: '/subscriptions/:id', body: updateShape, handle: updateSubscription },
  { method: 'PUT', path: '/subscriptions/:id/cancel', handle: cancel },
  {
    method: 'PUT',
    path: '/subscriptions/:id/make_past_due',
    query: ['days_past_due'],
    body: { days_past_due: 'value' },
    handle: makePastDue,
  },
  ...subscriptionSearchRoutes,
]

function show(call: Call): Answer {
  return ok(
    'subscription',
    subscriptionXml(call.merchant, findSubscription(call.merchant, call.path.id), call.now),
  )
}

function cancel(call: Call): Answer {
  const { gateway, merchant, now, user } = call
  const subscription = findSubscription(merchant, call.path.id)
  const found = new Problems(['subscription'])
  if (subscription.status === 'Canceled') found.add(problems.alreadyCanceled)
  if (subscription.status === 'Expired') found.add(problems.expired)
  if (!found.isEmpty) return invalid(found, call.body)
  cancelSubscription(gateway, merchant, subscription, { timestamp: now, user, source: 'api' })
  return ok('subscription', subscriptionXml(merchant, subscription, now))
}
