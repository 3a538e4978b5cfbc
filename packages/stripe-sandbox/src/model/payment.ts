import type { Metadata } from '../wire/metadata.ts'

/** An amount that is to be paid, by as many charges as that takes. */
export type PaymentIntent = {
  readonly id: string
  readonly created: number
  readonly customer: string
  readonly currency: string
  amount: number
  latestCharge: string | null
  isCanceled: boolean
}

/** An attempt to charge a card. */
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
  status: 'failed' | 'pending' | 'succeeded'
  /** When the bank says what became of it; null when that is known. */
  endsAt: number | null
  metadata: Metadata
}

/** That a payment intent paid an invoice, or is to. */
export type InvoicePayment = {
  readonly id: string
  readonly created: number
  readonly invoice: string
  readonly paymentIntent: string
  amount: number
  status: 'canceled' | 'open' | 'paid'
  /** When it was paid or canceled. */
  endedAt: number | null
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
  voidedAt: number | null
  metadata: Metadata
}

export type Dispute = {
  readonly id: string
  readonly created: number
  readonly charge: string
  readonly amount: number
  readonly reason: string
  status: DisputeStatus
  metadata: Metadata
}

/** An inquiry of a bank, which takes no money yet, has a status of its own until it is closed or becomes a dispute. */
export type DisputeStatus = 'lost' | 'needs_response' | 'warning_closed' | 'warning_needs_response' | 'won'
