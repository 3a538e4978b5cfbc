import { addDays, dayOf } from '../../model/day.ts'
import { textOf } from '../../model/params.ts'
import { type Answer, ok, RequestRejected } from '../../protocol/answer.ts'
import { findSubscription } from '../../protocol/find.ts'
import type { Call } from '../../protocol/route.ts'
import { nextPeriodAmount } from '../../records/amounts.ts'
import { subscriptionXml } from '../../records/subscription-xml.ts'
import { changeStatus } from '../billing/change-status.ts'

/** Acts for tests as if a bill had been declined so many days ago. Its price is owed; no notification is sent. */
export function makePastDue(call: Call): Answer {
  const { merchant, now, query, body } = call
  const subscription = findSubscription(merchant, call.path.id)
  const given = textOf(body, 'days_past_due') ?? query.days_past_due ?? '1'
  if (!/^\d{1,4}$/.test(given)) throw new RequestRejected(403, `${given} is not a number of days`)
  subscription.balance = Math.max(subscription.balance, 0) + Math.max(nextPeriodAmount(subscription), 0)
  subscription.pastDueSince = addDays(dayOf(now), 0 - Number(given))
  subscription.failureCount += 1
  changeStatus(merchant, subscription, 'Past Due', { timestamp: now, user: call.user, source: 'api' })
  return ok('subscription', subscriptionXml(merchant, subscription, now))
}
