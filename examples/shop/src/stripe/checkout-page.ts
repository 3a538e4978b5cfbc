import Stripe from 'stripe'
import { Declined, type OtherForm, type StripeSettings } from '../gateway.ts'
import type { Prices } from './prices.ts'

type CheckoutPage = Extract<OtherForm, { readonly kind: 'CHECKOUT_PAGE' }>

const STRIPE_API = 'https://api.stripe.com'
const STRIPE_CHECKOUT = 'https://checkout.stripe.com'

/** Stripe has its pages at another host than its API; a local Stripe has them beside it. */
export function checkoutOrigin({ url }: StripeSettings): string {
  return url === STRIPE_API ? STRIPE_CHECKOUT : url
}

/**
 * Stripe Checkout. The referral code goes along in the metadata of session and subscription, where the service finds it, and its
 * coupon into the one discount that a session can have.
 */
export function checkoutPage(sdk: Stripe, settings: StripeSettings, priceOf: Prices): CheckoutPage {
  return {
    kind: 'CHECKOUT_PAGE',
    async open({ customer, plan, offer, backUrl, cancelUrl }) {
      const metadata = {
        account_id: customer.id,
        ...(offer === null ? {} : { referral_coupon: offer.code }),
      }
      const session = await sdk.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: await priceOf(plan), quantity: 1 }],
        success_url: `${backUrl}?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: cancelUrl,
        metadata,
        subscription_data: { metadata },
        ...(customer.billed === null
          ? { customer_email: customer.email }
          : { customer: customer.billed.customerId }),
        ...(offer === null
          ? {}
          : { client_reference_id: `gw_${offer.code}`, discounts: [{ coupon: offer.discountId }] }),
      })
      if (session.url === null) throw new Error('address missing in an open session')
      return session.url.replace(STRIPE_CHECKOUT, checkoutOrigin(settings))
    },
    async complete(query, customer) {
      const session = await findSession(sdk, new URLSearchParams(query).get('session_id') ?? '')
      if (session?.metadata?.account_id !== customer.id) throw new Declined('noPayment')
      const [customerId, subscriptionId] = [idOf(session.customer), idOf(session.subscription)]
      if (session.status !== 'complete' || customerId === null || subscriptionId === null) {
        throw new Declined('notComplete')
      }
      return { customerId, subscriptionId, code: session.metadata.referral_coupon ?? null }
    },
  }
}

async function findSession(sdk: Stripe, id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await sdk.checkout.sessions.retrieve(id)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  }
}

function idOf(value: string | { readonly id: string } | null): string | null {
  return value === null || typeof value === 'string' ? value : value.id
}
