import { orNull } from '../or-null.ts'
import type { CustomerState } from '../processor-state.ts'
import type { CallGateway } from './call-gateway.ts'
import type { FindPlan } from './plans.ts'
import { findSubscription } from './read-subscription.ts'
import { isShaped, shaped } from './shapes.ts'
import { subscriptionStateOf } from './subscription-state.ts'

/** One request: a customer comes with its payment methods, and these with their subscriptions. */
export async function readCustomer(
  calls: CallGateway,
  findPlan: FindPlan,
  customerId: string,
  discountId: string,
): Promise<CustomerState | null> {
  const customer = await orNull(
    calls.read('customer.find', async (gateway) =>
      shaped('customer', await gateway.customer.find(customerId)),
    ),
  )
  if (customer === null) return null
  const subscriptions = await Promise.all(
    subscriptionsIn(customer).map(async (each) => {
      // Should the gateway leave out something here, the subscription itself has it.
      const whole = isShaped('subscription', each) ? each : await findSubscription(calls, each.id)
      if (whole === null) return []
      return [subscriptionStateOf(whole, { customerId, discountId, plan: await findPlan(whole.planId) })]
    }),
  )
  return {
    id: customer.id,
    referralCoupon: couponOf(customer.customFields),
    subscriptions: subscriptions.flat().sort((a, b) => b.createdAt - a.createdAt),
  }
}

/**
 * A customer has a list for each kind of payment method. The SDK puts those that it knows together in one more; a kind that it
 * does not know is in its own list only.
 */
function subscriptionsIn(customer: object): readonly { readonly id: string }[] {
  const methods: readonly unknown[] = Object.values(customer).filter(Array.isArray).flat()
  const found = methods.flatMap((each) => (isShaped('paymentMethod', each) ? each.subscriptions : []))
  return Array.from(new Map(found.map((each) => [each.id, each])).values())
}

/** The SDK writes names of fields in camel case. */
export function couponOf(
  fields: string | Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  const coupon = typeof fields === 'object' ? fields?.referralCoupon : null
  return typeof coupon === 'string' && coupon.trim() !== '' ? coupon.trim() : null
}
