import { failedBeforeSuccess } from '../failed-payments.ts'
import { orNull } from '../or-null.ts'
import type { CustomerState } from '../processor-state.ts'
import { referralCodeOf } from './attribution.ts'
import type { StripeCalls } from './calls.ts'
import { forecastOf } from './next-bill/forecast.ts'
import { readAftermath, readCharges, readInvoices, readSubscriptionsOf } from './read-lists.ts'
import { type StripeCharge, type StripeCustomer, type StripeSubscription, shaped } from './shapes.ts'
import { subscriptionStateOf } from './subscription-state.ts'
import { isPossibleId, msOf } from './values.ts'

/** A customer that was deleted is not there any more. */
export async function readCustomer(
  calls: StripeCalls,
  customerId: string,
  discountId: string,
  isCodeNeeded: boolean,
): Promise<CustomerState | null> {
  if (!isPossibleId(customerId)) return null
  const subscriptions = await orNull(readSubscriptionsOf(calls, customerId))
  const customer = subscriptions === null ? null : await customerOf(calls, customerId, subscriptions)
  if (subscriptions === null || customer === null || customer.deleted === true) return null
  const invoices = subscriptions.length === 0 ? [] : await readInvoices(calls, { customer: customerId })
  const isPaid = invoices.some(({ payments }) => payments.data.length > 0)
  const charges = isPaid ? await readCharges(calls, customerId) : []
  const aftermath = await readAftermath(calls, charges, invoices)
  const read = subscriptions.map(async (it) => {
    const own = invoices.filter(({ parent }) => parent?.subscription_details?.subscription === it.id)
    const forecast = await forecastOf(calls, it, discountId, own)
    return subscriptionStateOf(it, { discountId, invoices: own, aftermath, forecast })
  })
  const states = await Promise.all(read)
  const subject = { customer, subscriptions, invoices, discountId }
  return {
    id: customer.id,
    referralCoupon: isCodeNeeded ? await referralCodeOf(calls, subject) : null,
    subscriptions: states.sort((a, b) => b.createdAt - a.createdAt),
    paymentMethods: [...new Set(charges.filter(hasSucceeded).flatMap(fingerprintsOf))],
    failedPayments: failedBeforeSuccess(charges.map(attemptOf)),
  }
}

/** A subscription has its customer in it. */
function customerOf(
  calls: StripeCalls,
  customerId: string,
  [first]: readonly StripeSubscription[],
): Promise<StripeCustomer | null> | StripeCustomer {
  if (first !== undefined && typeof first.customer !== 'string') return first.customer
  return orNull(
    calls.read('customers.retrieve', async (stripe) =>
      shaped('customer', await stripe.customers.retrieve(customerId)),
    ),
  )
}

function hasSucceeded({ status }: StripeCharge): boolean {
  return status === 'succeeded'
}

/** The last digits of the card that the documentation uses for every customer: it says nothing about a person. */
const STANDARD_TEST_CARD = '4242'

/** What was paid with, if it has a fingerprint: the same for all customers of the merchant's account. */
function fingerprintsOf({ livemode, payment_method_details: details }: StripeCharge): readonly string[] {
  return Object.values(details ?? {}).flatMap((method) => {
    if (typeof method !== 'object' || method === null || !('fingerprint' in method)) return []
    if (!livemode && 'last4' in method && method.last4 === STANDARD_TEST_CARD) return []
    return typeof method.fingerprint === 'string' ? [method.fingerprint] : []
  })
}

function attemptOf({ created, status }: StripeCharge) {
  const isKnown = status === 'succeeded' || status === 'failed'
  return { createdAt: msOf(created), outcome: isKnown ? status : 'other' } as const
}
