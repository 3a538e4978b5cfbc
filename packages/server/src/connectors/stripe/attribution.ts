import { ProcessorError } from '../processor-error.ts'
import { DISCOUNT_FIELD } from './our-discount.ts'
import type { StripeCalls } from './sdk/calls.ts'
import {
  type StripeInvoice,
  type StripePromotionCode,
  type StripeSession,
  type StripeSubscription,
  shaped,
} from './sdk/shapes.ts'

/** The field of metadata that has the referral code of a subscription, a session, a customer or a promotion code. */
export const COUPON_FIELD = 'referral_coupon'

/** The prefix of a `client_reference_id` that contains a referral code. */
const REFERENCE_PREFIX = 'gw_'

type Subject = {
  readonly customer: { readonly id: string } & WithMetadata
  readonly subscriptions: readonly StripeSubscription[]
  /** Newest first. */
  readonly invoices: readonly StripeInvoice[]
  /** The discount of the program. */
  readonly discountId: string
}

/** The referral code that a customer came with: the first of its kinds of evidence that says one; null for none. */
export async function referralCodeOf(
  calls: StripeCalls,
  { customer, subscriptions, invoices, discountId }: Subject,
): Promise<string | null> {
  const own = first(subscriptions.map(codeIn))
  if (own !== null) return own
  const sessions = await readSessions(calls, customer.id)
  const codes = [
    ...sessions.map(codeIn),
    codeIn(customer),
    ...promotionCodes(subscriptions, invoices).map((it) => codeOfPromotion(it, discountId)),
    ...sessions.map(codeInReference),
  ]
  return first(codes)
}

function first(codes: readonly (string | null)[]): string | null {
  return codes.find((it) => it !== null) ?? null
}

type WithMetadata = { readonly metadata?: Readonly<Record<string, string>> | null }

function codeIn({ metadata }: WithMetadata): string | null {
  return textOrNull(metadata?.[COUPON_FIELD])
}

function codeInReference({ client_reference_id: reference }: StripeSession): string | null {
  return reference?.startsWith(REFERENCE_PREFIX) === true
    ? textOrNull(reference.slice(REFERENCE_PREFIX.length))
    : null
}

function textOrNull(text = ''): string | null {
  return text.trim() === '' ? null : text.trim()
}

/**
 * Sessions that a customer completed, newest first. They are read and not taken from their events, which may be lost. A key
 * that may not read them finds none.
 */
async function readSessions({ read }: StripeCalls, customer: string): Promise<readonly StripeSession[]> {
  try {
    return await read('checkout.sessions.list', async (stripe) => {
      const { data } = await stripe.checkout.sessions.list({ customer, status: 'complete', limit: 100 })
      return data.map((it) => shaped('session', it))
    })
  } catch (error) {
    if (error instanceof ProcessorError && error.code === 'PERMISSION_DENIED') return []
    throw error
  }
}

/** The promotion codes on subscriptions, and those of their first invoices, which a discount for one bill has left. */
function promotionCodes(
  subscriptions: readonly StripeSubscription[],
  invoices: readonly StripeInvoice[],
): readonly StripePromotionCode[] {
  const onSubscriptions = subscriptions.flatMap(({ discounts }) => discounts)
  const onInvoices = subscriptions.flatMap(({ id }) => {
    const oldest = invoices.findLast(({ parent }) => parent?.subscription_details?.subscription === id)
    return oldest?.total_discount_amounts?.map(({ discount }) => discount) ?? []
  })
  return [...onSubscriptions, ...onInvoices].flatMap(({ promotion_code: code }) =>
    code != null && typeof code === 'object' ? [code] : [],
  )
}

/** Another program at the same account has promotion codes of its own. */
function codeOfPromotion(code: StripePromotionCode, discountId: string): string | null {
  const owner = code.metadata?.[DISCOUNT_FIELD] ?? discountId
  return owner === discountId ? codeIn(code) : null
}
