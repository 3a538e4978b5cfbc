import type { Metadata } from '../wire/metadata.ts'

/** A page of Stripe's where a customer pays. */
export type CheckoutSession = {
  readonly id: string
  readonly created: number
  readonly mode: 'payment' | 'subscription'
  readonly items: readonly SessionItem[]
  readonly customerEmail: string | null
  readonly clientReferenceId: string | null
  readonly allowsPromotionCodes: boolean
  /** The one discount that the merchant gave. */
  readonly discount: { readonly kind: 'coupon' | 'promotion_code'; readonly id: string } | null
  readonly subscriptionMetadata: Metadata
  /** The default tax rates of the subscription. */
  readonly subscriptionTaxRates: readonly string[]
  readonly trialDays: number | null
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  readonly expiresAt: number
  customer: string | null
  metadata: Metadata
  status: 'complete' | 'expired' | 'open'
  paymentStatus: 'no_payment_required' | 'paid' | 'unpaid'
  amountTotal: number
  amountSubtotal: number
  /** What each of the items comes to. */
  lines: readonly SessionLine[]
  subscription: string | null
  invoice: string | null
  paymentIntent: string | null
  /** The code that the customer entered. */
  promotionCode: string | null
}

export type SessionItem = {
  readonly price: string
  readonly quantity: number
  readonly taxRates: readonly string[]
}

export type SessionLine = {
  readonly amount: number
  readonly off: number
  readonly tax: number
  /** What is to be paid, with the tax that is not in the amount. */
  readonly total: number
}
