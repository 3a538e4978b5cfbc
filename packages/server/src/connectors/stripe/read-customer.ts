import { orNull } from '../or-null.ts'
import type { CustomerState } from '../processor-state.ts'
import type { StripeCalls } from './calls.ts'
import { readAftermath, readInvoices, readSubscriptionsOf } from './read-lists.ts'
import { type StripeSubscription, shaped } from './shapes.ts'
import { subscriptionStateOf } from './subscription-state.ts'
import { isPossibleId } from './values.ts'

/** The field of metadata that has the referral code of a customer, a subscription or a promotion code. */
const COUPON_FIELD = 'referral_coupon'

/** A customer that was deleted is not there any more. */
export async function readCustomer(
  calls: StripeCalls,
  customerId: string,
  discountId: string,
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
  const states = subscriptions.map((it) => {
    const own = invoices.filter(({ parent }) => parent?.subscription_details?.subscription === it.id)
    return subscriptionStateOf(it, { discountId, invoices: own, aftermath })
  })
  const coupons = [...subscriptions.map(couponOf), couponOf(customer), ...subscriptions.flatMap(mirrored)]
  return {
    id: customer.id,
    referralCoupon: coupons.find((it) => it !== null) ?? null,
    subscriptions: states.sort((a, b) => b.createdAt - a.createdAt),
  }
}

type WithMetadata = { readonly metadata?: Readonly<Record<string, string>> | null }

function couponOf({ metadata }: WithMetadata): string | null {
  const coupon = metadata?.[COUPON_FIELD]?.trim() ?? ''
  return coupon === '' ? null : coupon
}

/** The referral codes of the promotion codes that a subscription began with. */
function mirrored({ discounts }: StripeSubscription): readonly (string | null)[] {
  return discounts.map(({ promotion_code: code }) =>
    code != null && typeof code === 'object' ? couponOf(code) : null,
  )
}
