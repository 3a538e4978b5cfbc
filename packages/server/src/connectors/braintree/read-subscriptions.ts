import type { SubscriptionState } from '../processor-state.ts'
import type { CallGateway } from './call-gateway.ts'
import { payerOf } from './payment-state.ts'
import type { FindPlan } from './plans.ts'
import { isShaped, malformed, shaped } from './shapes.ts'
import { subscriptionStateOf } from './subscription-state.ts'

/** The gateway answers with no more at a time. */
const PAGE = 50

/** A page of a search by IDs has whole subscriptions, also those that ended. */
export async function readSubscriptions(
  { read }: CallGateway,
  findPlan: FindPlan,
  subscriptionIds: readonly string[],
  discountId: string,
): Promise<readonly SubscriptionState[]> {
  const states: SubscriptionState[] = []
  for (let at = 0; at < subscriptionIds.length; at += PAGE) {
    const ids = subscriptionIds.slice(at, at + PAGE)
    const found = await read('subscription.search', (gateway) =>
      searchPage(gateway as unknown as Requesting, ids),
    )
    for (const each of found) {
      const it = shaped('subscription', each)
      const customerId = it.transactions.map(payerOf).find((id) => id !== null) ?? null
      states.push(subscriptionStateOf(it, { customerId, discountId, plan: await findPlan(it.planId) }))
    }
  }
  return states
}

/**
 * The second of the two requests that a search of the SDK makes. The SDK's own stream of whole objects asks for the IDs first,
 * never ends if one of them was deleted, and reports errors to the console.
 */
async function searchPage({ config, http }: Requesting, ids: readonly string[]): Promise<readonly unknown[]> {
  const path = `${config.baseMerchantPath()}/subscriptions/advanced_search`
  const response = await http.post(path, { search: { ids } })
  if (!isShaped('subscriptionPage', response)) throw malformed('a page of subscriptions')
  const { subscription = [] } = response.subscriptions
  return Array.isArray(subscription) ? subscription : [subscription]
}

/** The SDK's published types do not have these. */
type Requesting = {
  readonly config: { readonly baseMerchantPath: () => string }
  readonly http: { readonly post: (path: string, body: object) => Promise<unknown> }
}
