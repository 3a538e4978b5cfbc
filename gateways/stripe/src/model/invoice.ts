import type { Metadata } from '../wire/metadata.ts'

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'

export type BillingReason = 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update'

export type Invoice = {
  readonly id: string
  readonly created: number
  readonly customer: string
  readonly currency: string
  readonly subscription: string | null
  readonly billingReason: BillingReason
  readonly periodStart: number
  readonly periodEnd: number
  status: InvoiceStatus
  /** The metadata of the subscription when the invoice was made. */
  subscriptionMetadata: Metadata
  /** Whether it is finalized and paid without a request. */
  autoAdvance: boolean
  /** When a draft is finalized; null when it is not by itself. */
  finalizesAt: number | null
  /** Whether the merchant chose that moment, so that webhooks do not hold it. */
  isScheduled: boolean
  /** The event of its creation: a draft waits until its endpoints have taken that. */
  createdEvent: string | null
  /** When one that is sent to the customer is due; null where a card is charged automatically. */
  dueAt: number | null
  /** Whether it was said that it was not paid in time. */
  isOverdue: boolean
  number: string | null
  description: string | null
  metadata: Metadata
  discounts: readonly string[]
  automaticTax: boolean
  /** The tax rates of lines that have none of their own. */
  defaultTaxRates: readonly string[]
  lines: readonly InvoiceLine[]
  /** The customer's balance before and after, once it is finalized. */
  startingBalance: number | null
  endingBalance: number | null
  amountPaid: number
  /** The part of it that was paid outside of Stripe. */
  amountPaidElsewhere: number
  /** How it is paid, since it was finalized with something to pay. */
  payment: string | null
  attemptCount: number
  nextPaymentAttempt: number | null
  finalizedAt: number | null
  paidAt: number | null
  voidedAt: number | null
  uncollectibleAt: number | null
  /** The amounts of credit notes before and after it was paid. */
  prePaymentCredit: number
  postPaymentCredit: number
}

/** Discounts and tax rates are the line's own. */
export type InvoiceLine = Readonly<Omit<InvoiceItem, 'created' | 'currency' | 'customer' | 'invoice'>> & {
  readonly unitAmount: number | null
  readonly invoiceItem: string | null
}

/** An amount for an invoice: of one that is a draft, or of the next one. */
export type InvoiceItem = {
  readonly id: string
  readonly created: number
  readonly customer: string
  readonly currency: string
  readonly subscription: string | null
  readonly subscriptionItem: string | null
  readonly isProration: boolean
  readonly price: string | null
  readonly product: string | null
  readonly periodStart: number
  readonly periodEnd: number
  /** Null while it waits for the next invoice. */
  invoice: string | null
  amount: number
  quantity: number
  description: string | null
  isDiscountable: boolean
  discounts: readonly string[]
  taxRates: readonly string[]
  metadata: Metadata
}
