import { orNull } from '../or-null.ts'
import { ProcessorError, type ProcessorErrorCode } from '../processor-error.ts'
import type { SubscriptionState } from '../processor-state.ts'
import type { StripeCalls } from './calls.ts'
import { inherited, splitDiscounts } from './our-discount.ts'
import { readAftermath, readCharges, readInvoices, SUBSCRIPTION_PARTS, withAllItems } from './read-lists.ts'
import { type StripeInvoice, type StripeSubscription, shaped } from './shapes.ts'
import { customerIdOf, subscriptionStateOf } from './subscription-state.ts'
import { isPossibleId } from './values.ts'

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
    ? await readAftermath(calls, await readCharges(calls, customerIdOf(it)))
    : new Map()
  const others = await previewOthers(calls, it, discountId, invoices)
  return subscriptionStateOf(it, { discountId, invoices, aftermath, others })
}

/**
 * What discounts that are not ours will take off the next invoice, as Stripe counts it. They may be on the subscription, its
 * items or its customer, be for some products or for some months: only Stripe's own preview knows. 0 where none are there, a draft
 * shows it, or no invoice follows.
 */
export async function previewOthers(
  calls: StripeCalls,
  it: StripeSubscription,
  discountId: string,
  invoices: readonly StripeInvoice[],
): Promise<number> {
  const { ours, foreign } = splitDiscounts(it, discountId)
  const isOnItem = it.items.data.some(({ discounts }) => discounts.length > 0)
  const hasOthers = foreign.length > 0 || isOnItem || inherited(it) !== null
  const isOver = it.ended_at !== null || it.status === 'incomplete_expired'
  if (!hasOthers || isOver || invoices.some(({ status }) => status === 'draft')) return 0
  const own = new Set(ours.map(({ id }) => id))
  try {
    const { total_discount_amounts: amounts } = await calls.read('invoices.createPreview', async (stripe) =>
      shaped('preview', await stripe.invoices.createPreview({ subscription: it.id })),
    )
    const others = (amounts ?? []).filter(({ discount }) => {
      return !own.has(typeof discount === 'string' ? discount : discount.id)
    })
    return others.reduce((sum, { amount }) => sum + amount, 0)
  } catch (error) {
    if (error instanceof ProcessorError && previewRefusals.has(error.code)) return 0
    throw error
  }
}

/** No invoice follows, Stripe cannot make it, or the key may not preview it: its draft will show what is on it. */
const previewRefusals: ReadonlySet<string> = new Set<ProcessorErrorCode>([
  'NOT_FOUND',
  'REJECTED',
  'PERMISSION_DENIED',
])

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
