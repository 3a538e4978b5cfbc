import type { Subscription } from '../../model/subscription.ts'
import { notFound } from '../../protocol/answer.ts'
import type { Call } from '../../protocol/route.ts'

/** The subscription of a path. @throws {RequestRejected} 404 */
export function findSubscription({ merchant, path }: Call): Subscription {
  const subscription = merchant.subscriptions.get(path.id ?? '')
  if (subscription === undefined) throw notFound(`subscription ${path.id}`)
  return subscription
}
