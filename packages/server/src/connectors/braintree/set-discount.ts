import type { Money } from '@goodword/domain/values/money'
import type braintree from 'braintree'
import { ProcessorError } from '../processor-error.ts'
import type { SubscriptionState } from '../processor-state.ts'
import type { FindPlan } from './plans.ts'
import { findSubscription, stateOf } from './read-subscription.ts'
import { amountText } from './sdk/amounts.ts'
import type { CallGateway } from './sdk/call-gateway.ts'
import { isConflict, rejectionOf } from './sdk/rejection.ts'
import { type GatewaySubscription, shaped } from './sdk/shapes.ts'

/** Enough for changes by others between reading and writing. */
const MAX_ROUNDS = 3

type Wanted = {
  readonly subscriptionId: string
  readonly discountId: string
  /** Null for none. */
  readonly amount: Money | null
}

/**
 * Reads, then adds, updates or removes the discount, and looks at the result. Who else changes the discount meanwhile makes
 * the gateway refuse one of these, and then it starts over.
 */
export async function setDiscount(
  calls: CallGateway,
  findPlan: FindPlan,
  subscriptionId: string,
  discountId: string,
  amount: Money | null,
): Promise<SubscriptionState> {
  const wanted: Wanted = { subscriptionId, discountId, amount: amount?.minor === 0 ? null : amount }
  for (let round = 1; ; round += 1) {
    const before = await readState(calls, findPlan, wanted)
    if (isDone(before, wanted)) return before
    const after = await change(calls, findPlan, before, wanted)
    if (after !== null && isDone(after, wanted)) return after
    if (round === MAX_ROUNDS) {
      const message = 'The discount of the subscription was changed by others several times meanwhile.'
      throw new ProcessorError('UNAVAILABLE', { message })
    }
  }
}

async function readState(
  calls: CallGateway,
  findPlan: FindPlan,
  { subscriptionId, discountId }: Wanted,
): Promise<SubscriptionState> {
  const found = await findSubscription(calls, subscriptionId)
  if (found === null)
    throw new ProcessorError('NOT_FOUND', { message: 'Braintree does not have this subscription.' })
  return stateOf(calls, findPlan, found, discountId)
}

function isDone({ discount }: SubscriptionState, { amount }: Wanted): boolean {
  if (amount === null || discount === null) return amount === null && discount === null
  const isSame = discount.amount.minor === amount.minor && discount.amount.currency === amount.currency
  return isSame && discount.quantity === 1 && discount.billsLeft === null
}

/** Null if the discount has changed since it was read. */
async function change(
  calls: CallGateway,
  findPlan: FindPlan,
  before: SubscriptionState,
  wanted: Wanted,
): Promise<SubscriptionState | null> {
  const request = requestFor(before, wanted)
  try {
    const after = await calls.write('subscription.update', (gateway) => update(gateway, wanted, request))
    return after === null ? null : await stateOf(calls, findPlan, after, wanted.discountId)
  } catch (error) {
    const isUnknown = error instanceof ProcessorError && error.isOutcomeUnknown
    const after = isUnknown ? await readState(calls, findPlan, wanted).catch(() => null) : null
    if (after !== null && isDone(after, wanted)) return after
    throw error
  }
}

async function update(
  gateway: braintree.BraintreeGateway,
  { subscriptionId, discountId }: Wanted,
  request: UpdateRequest,
): Promise<GatewaySubscription | null> {
  const result = await gateway.subscription.update(subscriptionId, request)
  if (result.success) return shaped('subscription', result.subscription)
  if (isConflict(result.errors)) return null
  throw rejectionOf(result.errors, discountId)
}

/** The SDK's published types want a plan in every update. */
type UpdateRequest = Parameters<braintree.BraintreeGateway['subscription']['update']>[1]

function requestFor(before: SubscriptionState, { discountId, amount }: Wanted): UpdateRequest {
  const request = {
    discounts: discountsFor(before, discountId, amount),
    options: {
      // Otherwise a merchant's settings may turn the discount into a credit for the days that are left.
      prorateCharges: false,
      // The documentation names both values as the default.
      revertSubscriptionOnProrationFailure: true,
    },
  }
  return request as unknown as UpdateRequest
}

function discountsFor({ price, discount }: SubscriptionState, id: string, amount: Money | null): object {
  if (amount === null) return { remove: [id] }
  if (amount.currency !== price.currency) {
    const message = `The discount is in ${amount.currency} and the subscription in ${price.currency}.`
    throw new ProcessorError('REJECTED', { message, rejection: 'CURRENCY' })
  }
  const terms = { amount: amountText(amount), quantity: 1, neverExpires: true }
  return discount === null
    ? { add: [{ inheritedFromId: id, ...terms }] }
    : { update: [{ existingId: id, ...terms }] }
}
