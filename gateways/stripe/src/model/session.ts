import type { Metadata } from '../wire/metadata.ts'
import type { Form } from '../wire/read-form.ts'
import type { CaptureMethod } from './payment.ts'

export const uiModes = ['hosted_page', 'embedded_page', 'elements', 'form'] as const

/** A page of Stripe's where a customer pays. */
export type CheckoutSession = {
  readonly id: string
  readonly created: number
  readonly mode: 'payment' | 'setup' | 'subscription'
  readonly currency: string
  /** Where it is shown: at Stripe's, or within a page of the merchant's. */
  readonly uiMode: (typeof uiModes)[number]
  readonly items: readonly SessionItem[]
  readonly customerEmail: string | null
  readonly clientReferenceId: string | null
  readonly allowsPromotionCodes: boolean
  /** The one discount that the merchant gave. */
  readonly discount: { readonly kind: 'coupon' | 'promotion_code'; readonly id: string } | null
  readonly subscriptionMetadata: Metadata
  /** The default tax rates of the subscription. */
  readonly subscriptionTaxRates: readonly string[]
  /** Further parameters of the subscription, as they are sent when it is made. */
  readonly subscriptionFields: Readonly<Record<string, Form>>
  /** The fields of the request for the payment intent or setup intent. */
  readonly intentFields: IntentFields
  readonly hasTrial: boolean
  readonly automaticTax: boolean
  readonly addressCollection: 'auto' | 'required' | null
  /** Whether a card is asked for where there is nothing to pay. */
  readonly methodCollection: 'always' | 'if_required'
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  readonly expiresAt: number
  customer: string | null
  metadata: Metadata
  status: 'complete' | 'expired' | 'open'
  paymentStatus: 'no_payment_required' | 'paid' | 'unpaid'
  amountTotal: number
  amountSubtotal: number
  /** The amounts of each item. */
  lines: readonly SessionLine[]
  subscription: string | null
  invoice: string | null
  paymentIntent: string | null
  setupIntent: string | null
  /** The code that the customer entered. */
  promotionCode: string | null
}

export type IntentFields = {
  readonly description: string | null
  readonly metadata: Metadata
  readonly captureMethod: CaptureMethod
  readonly setupFutureUsage: 'off_session' | 'on_session' | null
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
  /** The total, with the tax that is not in the amount. */
  readonly total: number
}
