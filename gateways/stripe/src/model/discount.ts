import type { Metadata } from '../wire/metadata.ts'

/** Immutable but for its name and metadata. */
export type Coupon = {
  readonly id: string
  readonly created: number
  /** The percentage as its text; null for an amount. */
  readonly percentOff: string | null
  readonly amountOff: number | null
  readonly currency: string | null
  /** Amounts in other currencies. */
  currencyOptions: Readonly<Record<string, number>>
  readonly duration: 'once' | 'repeating' | 'forever'
  readonly durationInMonths: number | null
  readonly maxRedemptions: number | null
  readonly redeemBy: number | null
  /** The products that it is for; null for all. */
  readonly products: readonly string[] | null
  name: string | null
  metadata: Metadata
  timesRedeemed: number
  isDeleted: boolean
}

export type PromotionCode = {
  readonly id: string
  readonly created: number
  readonly code: string
  readonly coupon: string
  readonly customer: string | null
  readonly expiresAt: number | null
  readonly maxRedemptions: number | null
  readonly firstTimeTransaction: boolean
  readonly minimumAmount: number | null
  readonly minimumAmountCurrency: string | null
  active: boolean
  metadata: Metadata
  timesRedeemed: number
}

/** A coupon that was given to something. */
export type Discount = {
  readonly id: string
  readonly coupon: string
  readonly promotionCode: string | null
  readonly customer: string | null
  readonly subscription: string | null
  readonly subscriptionItem: string | null
  readonly invoice: string | null
  readonly invoiceItem: string | null
  readonly start: number
  /** When it ends; null while it does not end by itself. */
  end: number | null
  /** Whether one that is for one invoice had it. */
  isUsed: boolean
}
