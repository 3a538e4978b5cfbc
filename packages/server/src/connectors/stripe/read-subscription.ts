import { orNull } from '../or-null.ts'
import type { SubscriptionState } from '../processor-state.ts'
import { forecastOf } from './next-bill/forecast.ts'
import { NO_AFTERMATH } from './payment-state.ts'
import { readAftermath, readCharges, readInvoices, SUBSCRIPTION_PARTS, withAllItems } from './read-lists.ts'
import type { StripeCalls } from './sdk/calls.ts'
import { type StripeSubscription, shaped } from './sdk/shapes.ts'
import { isPossibleId } from './sdk/values.ts'
import { customerIdOf, subscriptionStateOf } from './subscription-state.ts'

export async function readSubscription(
  calls: StripeCalls,
  id: string,
  discountId: string,
): Promise<SubscriptionState | null> {
  const it = await findSubscription(calls, id)
  return it === null ? null : stateOf(calls, it, discountId)
}

export async function findSubscription(calls: StripeCalls, id: string): Promise<StripeSubscription | null> {
  if (!isPossibleId(id)) return null
  return orNull(
    calls.read('subscriptions.retrieve', async (stripe) =>
      shaped('subscription', await stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS })),
    ),
  )
}

export async function stateOf(
  calls: StripeCalls,
  read: StripeSubscription,
  discountId: string,
): Promise<SubscriptionState> {
  const it = await withAllItems(calls, read)
  const invoices = await readInvoices(calls, { subscription: it.id })
  const isPaid = invoices.some(({ payments }) => payments.data.length > 0)
  const aftermath = isPaid
    ? await readAftermath(calls, await readCharges(calls, customerIdOf(it)), invoices)
    : NO_AFTERMATH
  const forecast = await forecastOf(calls, it, discountId, invoices)
  return subscriptionStateOf(it, { discountId, invoices, aftermath, forecast })
}

/** So many are read at a time; each needs several requests. */
const AT_ONCE = 8

/** Stripe has no list of subscriptions by their IDs. */
export async function readSubscriptions(
  calls: StripeCalls,
  ids: readonly string[],
  discountId: string,
): Promise<readonly SubscriptionState[]> {
  const states: SubscriptionState[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE).map((id) => readSubscription(calls, id, discountId))
    states.push(...(await Promise.all(some)).filter((it) => it !== null))
  }
  return states
}
