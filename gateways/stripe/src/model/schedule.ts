import type { Metadata } from '../wire/metadata.ts'

/** The planned changes of a subscription: its terms in each phase. */
export type Schedule = {
  readonly id: string
  readonly created: number
  readonly customer: string
  endBehavior: 'cancel' | 'release'
  phases: readonly Phase[]
  status: 'active' | 'canceled' | 'completed' | 'not_started' | 'released'
  /** Null before it begins, and when it was released. */
  subscription: string | null
  /** The start of the phase that the subscription is in; null before the first. */
  enteredAt: number | null
  canceledAt: number | null
  completedAt: number | null
  releasedAt: number | null
  releasedSubscription: string | null
  metadata: Metadata
}

export type Phase = {
  readonly startDate: number
  readonly endDate: number
  readonly currency: string
  readonly items: readonly PhaseItem[]
  readonly addedItems: readonly Pick<PhaseItem, 'price' | 'quantity'>[]
  /** Null for a phase without a list of discounts, which inherits those of the customer. */
  readonly discounts: readonly GivenDiscount[] | null
  readonly prorationBehavior: 'always_invoice' | 'create_prorations' | 'none'
  readonly trialEnd: number | null
  /** Whether the period begins anew with the phase. */
  readonly beginsAnew: boolean
  /** How invoices are collected; undefined where the phase does not say. */
  readonly daysUntilDue: number | null | undefined
  readonly defaultPaymentMethod: string | null
  readonly defaultTaxRates: readonly string[]
  readonly automaticTax: boolean
  readonly description: string | null
  readonly metadata: Metadata
}

export type PhaseItem = {
  readonly price: string
  readonly quantity: number
  readonly discounts: readonly GivenDiscount[]
  readonly taxRates: readonly string[]
  readonly metadata: Metadata
}

export type GivenDiscount = {
  readonly kind: 'coupon' | 'discount' | 'promotion_code'
  readonly id: string
}
