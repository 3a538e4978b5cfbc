import { orNull } from '../or-null.ts'
import type { CustomerState } from '../processor-state.ts'
import { referralCodeOf } from './attribution.ts'
import type { StripeCalls } from './calls.ts'
import { readAftermath, readInvoices, readSubscriptionsOf } from './read-lists.ts'
import { previewOthers } from './read-subscription.ts'
import { shaped } from './shapes.ts'
import { subscriptionStateOf } from './subscription-state.ts'
import { isPossibleId } from './values.ts'

/** A customer that was deleted is not there any more. */
export async function readCustomer(
  calls: StripeCalls,
  customerId: string,
  discountId: string,
  isCodeNeeded: boolean,
): Promise<CustomerState | null> {
  if (!isPossibleId(customerId)) return null
  const customer = await orNull(
    calls.read('customers.retrieve', async (stripe) =>
      shaped('customer', await stripe.customers.retrieve(customerId)),
    ),
  )
  if (customer === null || customer.deleted === true) return null
  const subscriptions = await readSubscriptionsOf(calls, customerId)
  const invoices = subscriptions.length === 0 ? [] : await readInvoices(calls, { customer: customerId })
  const isPaid = invoices.some(({ payments }) => payments.data.length > 0)
  const aftermath = isPaid ? await readAftermath(calls, customerId) : new Map()
  const read = subscriptions.map(async (it) => {
    const own = invoices.filter(({ parent }) => parent?.subscription_details?.subscription === it.id)
    const others = await previewOthers(calls, it, discountId, own)
    return subscriptionStateOf(it, { discountId, invoices: own, aftermath, others })
  })
  const states = await Promise.all(read)
  const subject = { customer, subscriptions, invoices, discountId }
  return {
    id: customer.id,
    referralCoupon: isCodeNeeded ? await referralCodeOf(calls, subject) : null,
    subscriptions: states.sort((a, b) => b.createdAt - a.createdAt),
  }
}
