import type { Metadata } from '../wire/metadata.ts'

export type SubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'paused'
  | 'trialing'
  | 'unpaid'

export type Subscription = {
  readonly id: string
  readonly created: number
  readonly customer: string
  readonly currency: string
  /** When it began, which may be before it was created. */
  readonly startDate: number
  status: SubscriptionStatus
  items: readonly SubscriptionItem[]
  /** Periods begin at it, and whole intervals before and after it. */
  billingCycleAnchor: number
  /** The day and time of months at which periods begin, where the merchant chose that instead of a moment. */
  anchorConfig: AnchorConfig | null
  periodStart: number
  periodEnd: number
  trialStart: number | null
  trialEnd: number | null
  /** Whether the end of the trial was announced. */
  isTrialEndAnnounced: boolean
  /** The action at the end of a trial without a payment method. */
  atTrialEnd: 'cancel' | 'create_invoice' | 'pause'
  cancelAt: number | null
  cancelAtPeriodEnd: boolean
  canceledAt: number | null
  endedAt: number | null
  cancellationReason: 'cancellation_requested' | 'payment_failed' | 'payment_disputed' | null
  /** The customer's reason for the cancellation. */
  cancellationDetails: { readonly comment: string | null; readonly feedback: string | null }
  pauseCollection: { readonly behavior: PauseBehavior; readonly resumesAt: number | null } | null
  discounts: readonly string[]
  /** The tax rates of items that have none of their own. */
  defaultTaxRates: readonly string[]
  /** Whether Stripe would compute taxes by address; here it computes none. */
  automaticTax: boolean
  /** How many days customers have to pay invoices that are sent to them; null where cards are charged automatically. */
  daysUntilDue: number | null
  defaultPaymentMethod: string | null
  /** Whether the card of a payment that succeeds becomes its default. */
  savesPaymentMethod: boolean
  /** The setup intent for a card while there is nothing to pay. */
  pendingSetupIntent: string | null
  description: string | null
  metadata: Metadata
  /** The schedule that changes it; null for none. */
  schedule: string | null
  latestInvoice: string | null
  /** The end of the period whose next invoice was announced; null for none. */
  announcedUntil: number | null
}

export type AnchorConfig = {
  readonly day: number
  /** The month from 1 to 12; null for every month. */
  readonly month: number | null
  readonly hour: number | null
  readonly minute: number | null
  readonly second: number | null
}

export const pauseBehaviors = ['keep_as_draft', 'mark_uncollectible', 'void'] as const

export type PauseBehavior = (typeof pauseBehaviors)[number]

export type SubscriptionItem = {
  readonly id: string
  readonly created: number
  readonly price: string
  readonly quantity: number
  readonly metadata: Metadata
  readonly discounts: readonly string[]
  readonly taxRates: readonly string[]
}
