import type Stripe from 'stripe'
import type { StandingDiscount } from '../connector.ts'
import { orNull } from '../or-null.ts'
import { ProcessorError } from '../processor-error.ts'
import type { SubscriptionState } from '../processor-state.ts'
import { hasCode, makeCoupon } from './make-coupon.ts'
import { forecastOf } from './next-bill/forecast.ts'
import {
  CUSTOMERS_COUPON_FIELD,
  couponId,
  inherited,
  orphaned,
  rateOf,
  splitDiscounts,
} from './our-discount.ts'
import { NO_AFTERMATH } from './payment-state.ts'
import { readAftermath, readCharges, readInvoices, SUBSCRIPTION_PARTS, withAllItems } from './read-lists.ts'
import type { StripeCalls } from './sdk/calls.ts'
import { type StripeSubscription, shaped } from './sdk/shapes.ts'
import { currencyOf, isPossibleId } from './sdk/values.ts'
import { customerIdOf, subscriptionStateOf } from './subscription-state.ts'

type Wanted = {
  readonly subscriptionId: string
  readonly discountId: string
  /** Null for none. */
  readonly standing: StandingDiscount | null
  /** Coupons that are known to be there. */
  readonly coupons: Set<string>
}

/**
 * Reads, then writes the list of discounts: the others as they are, and one coupon of the wanted rate. Stripe takes the list
 * as a whole, so that a discount that someone else adds between the two requests is lost.
 */
export async function setStanding(calls: StripeCalls, wanted: Wanted): Promise<SubscriptionState> {
  const { subscriptionId, discountId, standing } = wanted
  const before = await findSubscription(calls, subscriptionId)
  if (before === null)
    throw new ProcessorError('NOT_FOUND', { message: 'Stripe does not have this subscription.' })
  if (isDone(before, wanted)) return stateOf(calls, before, discountId)
  if (before.ended_at !== null || before.status === 'incomplete_expired') {
    const message = 'The subscription has ended, so its discount cannot be changed.'
    throw new ProcessorError('REJECTED', { message, rejection: 'ENDED' })
  }
  if (standing !== null && standing.amount.currency !== currencyOf(before.currency)) {
    const message = `The discount is in ${standing.amount.currency} and the subscription in ${currencyOf(before.currency)}.`
    throw new ProcessorError('REJECTED', { message, rejection: 'CURRENCY' })
  }
  return stateOf(calls, await change(calls, before, wanted), discountId)
}

function isDone(it: StripeSubscription, { discountId, standing }: Wanted): boolean {
  if (orphaned(it) !== null) return false
  const [first, another] = splitDiscounts(it, discountId).ours
  if (standing === null || standing.rate === 0) return first === undefined
  const isWanted = first !== undefined && rateOf(first) === standing.rate
  return isWanted && first.source.coupon?.duration === 'forever' && another === undefined
}

async function change(
  calls: StripeCalls,
  before: StripeSubscription,
  wanted: Wanted,
): Promise<StripeSubscription> {
  try {
    return await updateWithCoupon(calls, before, wanted)
  } catch (error) {
    const isUnknown = error instanceof ProcessorError && error.isOutcomeUnknown
    const after = isUnknown ? await findSubscription(calls, before.id).catch(() => null) : null
    if (after !== null && isDone(after, wanted)) return after
    throw error
  }
}

/** The coupon is there before anything refers to it, so that the outcome of the change says all. */
async function updateWithCoupon(
  calls: StripeCalls,
  before: StripeSubscription,
  wanted: Wanted,
): Promise<StripeSubscription> {
  await makeWanted(calls, wanted)
  try {
    const after = await update(calls, before, wanted)
    if (isDone(after, wanted)) return after
    // The coupon was made anew by hand since it was looked at.
    wanted.coupons.clear()
    await makeWanted(calls, wanted)
    return after
  } catch (error) {
    if (!hasCode(error, 'resource_missing')) throw error
    // The coupon was deleted by hand, or another discount left the subscription since it was read.
    wanted.coupons.clear()
    await makeWanted(calls, wanted)
    const now = await findSubscription(calls, before.id)
    if (now === null) throw error
    return update(calls, now, wanted)
  }
}

/** Stripe's limit for one subscription. */
const MAX_DISCOUNTS = 20

function update(
  calls: StripeCalls,
  before: StripeSubscription,
  { discountId, standing }: Wanted,
): Promise<StripeSubscription> {
  const { foreign } = splitDiscounts(before, discountId)
  const ofCustomer = inherited(before)
  const orphan = orphaned(before)
  const field = before.metadata[CUSTOMERS_COUPON_FIELD]
  const isOutdated =
    field !== undefined && !foreign.some((it) => it !== orphan && it.source.coupon?.id === field)
  // An empty text removes the field.
  const metadata = { [CUSTOMERS_COUPON_FIELD]: ofCustomer?.coupon ?? '' }
  const kept = foreign.filter((it) => it !== orphan)
  const others = [...kept, ...(ofCustomer === null ? [] : [ofCustomer])].map(({ id }) => ({ discount: id }))
  const isWanted = standing !== null && standing.rate > 0
  if (isWanted && others.length >= MAX_DISCOUNTS) {
    const message = `The subscription has ${others.length} other discounts, and Stripe takes ${MAX_DISCOUNTS} in all. Remove one in the Dashboard.`
    throw new ProcessorError('REJECTED', { message, rejection: 'TOO_MANY_DISCOUNTS' })
  }
  const discounts = isWanted ? [...others, { coupon: couponId(discountId, standing.rate) }] : others
  const request: Stripe.SubscriptionUpdateParams = {
    // An empty list would leave them as they are.
    discounts: discounts.length === 0 ? '' : discounts,
    proration_behavior: 'none',
    ...(ofCustomer !== null || isOutdated ? { metadata } : {}),
    expand: SUBSCRIPTION_PARTS,
  }
  return calls.write('subscriptions.update', async (stripe) =>
    shaped('subscription', await stripe.subscriptions.update(before.id, request)),
  )
}

async function makeWanted(calls: StripeCalls, { discountId, standing, coupons }: Wanted): Promise<void> {
  if (standing !== null && standing.rate > 0) await makeCoupon(calls, discountId, standing.rate, coupons)
}

export async function readSubscription(
  calls: StripeCalls,
  id: string,
  discountId: string,
): Promise<SubscriptionState | null> {
  const it = await findSubscription(calls, id)
  return it === null ? null : stateOf(calls, it, discountId)
}

async function findSubscription(calls: StripeCalls, id: string): Promise<StripeSubscription | null> {
  if (!isPossibleId(id)) return null
  return orNull(
    calls.read('subscriptions.retrieve', async (stripe) =>
      shaped('subscription', await stripe.subscriptions.retrieve(id, { expand: SUBSCRIPTION_PARTS })),
    ),
  )
}

async function stateOf(
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
