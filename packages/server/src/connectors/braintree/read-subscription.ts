import { orNull } from '../or-null.ts'
import type { SubscriptionState } from '../processor-state.ts'
import { payerOf } from './payment-state.ts'
import type { FindPlan } from './plans.ts'
import type { CallGateway } from './sdk/call-gateway.ts'
import { type GatewaySubscription, shaped } from './sdk/shapes.ts'
import { subscriptionStateOf } from './subscription-state.ts'

export async function readSubscription(
  calls: CallGateway,
  findPlan: FindPlan,
  subscriptionId: string,
  discountId: string,
): Promise<SubscriptionState | null> {
  const it = await findSubscription(calls, subscriptionId)
  return it === null ? null : stateOf(calls, findPlan, it, discountId)
}

export async function stateOf(
  calls: CallGateway,
  findPlan: FindPlan,
  it: GatewaySubscription,
  discountId: string,
): Promise<SubscriptionState> {
  const [customerId, plan] = await Promise.all([findCustomerId(calls, it), findPlan(it.planId)])
  return subscriptionStateOf(it, { customerId, discountId, plan })
}

export function findSubscription({ read }: CallGateway, id: string): Promise<GatewaySubscription | null> {
  return orNull(
    read('subscription.find', async (gateway) => shaped('subscription', await gateway.subscription.find(id))),
  )
}

/** A subscription does not name its customer; its payments and its payment method do. */
async function findCustomerId({ read }: CallGateway, it: GatewaySubscription): Promise<string | null> {
  const payer = it.transactions.map(payerOf).find((id) => id !== null)
  if (payer !== undefined) return payer
  const { paymentMethodToken: token } = it
  if (token == null) return null
  // Deleted payment methods are not there any more.
  const method = await orNull(read('paymentMethod.find', (gateway) => gateway.paymentMethod.find(token)))
  return method?.customerId ?? null
}
