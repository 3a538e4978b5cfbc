import { failedBeforeSuccess } from '../failed-payments.ts'
import { orNull } from '../or-null.ts'
import type { CustomerState, PaymentState } from '../processor-state.ts'
import type { FindPlan } from './plans.ts'
import { findSubscription } from './read-subscription.ts'
import type { CallGateway } from './sdk/call-gateway.ts'
import { isShaped, shaped } from './sdk/shapes.ts'
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
  const states = subscriptions.flat().sort((a, b) => b.createdAt - a.createdAt)
  return {
    id: customer.id,
    referralCoupon: couponOf(customer.customFields),
    subscriptions: states,
    paymentMethods: namesOfMethods(customer),
    failedPayments: failedBeforeSuccess(states.flatMap((it) => it.payments.map(attemptOf))),
  }
}

function attemptOf({ createdAt, status, type }: PaymentState) {
  if (type === 'CREDIT') return { createdAt, outcome: 'other' } as const
  if (status === 'FAILED') return { createdAt, outcome: 'failed' } as const
  const isPaid = status === 'SUBMITTED' || status === 'SETTLING' || status === 'SETTLED'
  return { createdAt, outcome: isPaid ? 'succeeded' : 'other' } as const
}

/**
 * A customer has a list for each kind of payment method. The SDK puts those that it knows together in one more; a kind that it
 * does not know is in its own list only.
 */
function subscriptionsIn(customer: object): readonly { readonly id: string }[] {
  const found = methodsOf(customer).flatMap((each) => each.subscriptions)
  return Array.from(new Map(found.map((each) => [each.id, each])).values())
}

function methodsOf(customer: object) {
  const methods: readonly unknown[] = Object.values(customer).filter(Array.isArray).flat()
  return methods.flatMap((each) => (isShaped('paymentMethod', each) ? [each] : []))
}

/** The card that examples use for every customer: in a sandbox, having it says nothing about a person. */
const STANDARD_TEST_CARD = '411111…1111'

/** Cards of one number have one identifier at a merchant; accounts elsewhere have the ID that they have there. */
function namesOfMethods(customer: object): readonly string[] {
  const names = methodsOf(customer).map((method) => {
    const { uniqueNumberIdentifier, bin, last4, payerId, venmoUserId } = method
    if (`${bin}…${last4}` === STANDARD_TEST_CARD) return null
    if (uniqueNumberIdentifier != null) return uniqueNumberIdentifier
    if (payerId != null) return `paypal ${payerId}`
    return venmoUserId == null ? null : `venmo ${venmoUserId}`
  })
  return [...new Set(names.filter((it) => it !== null))]
}

/** The SDK writes names of fields in camel case. */
export function couponOf(
  fields: string | Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  const coupon = typeof fields === 'object' ? fields?.referralCoupon : null
  return typeof coupon === 'string' && coupon.trim() !== '' ? coupon.trim() : null
}
