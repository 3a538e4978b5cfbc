import type { Metadata } from './metadata.ts'

/** An attempt to charge a card, with its payment intent, which has no life of its own here. */
export type Charge = {
  readonly id: string
  readonly created: number
  readonly paymentIntent: string
  readonly customer: string
  readonly invoice: string | null
  readonly amount: number
  readonly currency: string
  readonly paymentMethod: string
  /** Why it was declined; null for one that succeeded. */
  readonly decline: string | null
  amountRefunded: number
  dispute: string | null
}

export type Refund = {
  readonly id: string
  readonly created: number
  readonly charge: string
  readonly amount: number
  readonly reason: string | null
  metadata: Metadata
}

/** That a charge paid an invoice, or is to. */
export type InvoicePayment = {
  readonly id: string
  readonly created: number
  readonly invoice: string
  readonly paymentIntent: string
  readonly charge: string
  readonly amount: number
  readonly status: 'canceled' | 'open' | 'paid'
}

export type CreditNote = {
  readonly id: string
  readonly created: number
  readonly invoice: string
  readonly customer: string
  readonly amount: number
  readonly reason: string | null
  readonly memo: string | null
  readonly isPrePayment: boolean
  readonly refund: string | null
  readonly refundAmount: number
  readonly creditAmount: number
  readonly outOfBandAmount: number
  readonly balanceTransaction: string | null
  readonly number: string
  metadata: Metadata
}

export type Dispute = {
  readonly id: string
  readonly created: number
  readonly charge: string
  readonly amount: number
  readonly reason: string
  status: 'lost' | 'needs_response' | 'won'
}
