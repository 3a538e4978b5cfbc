import type { Metadata } from '../wire/metadata.ts'
import type { Tax } from './tax-rate.ts'

/** An amount that is to be paid, by as many charges as that takes. */
export type PaymentIntent = {
  readonly id: string
  readonly created: number
  /** The invoice that it pays; null for a payment by itself. */
  readonly invoice: string | null
  readonly currency: string
  readonly captureMethod: CaptureMethod
  customer: string | null
  amount: number
  status: PaymentIntentStatus
  paymentMethod: string | null
  setupFutureUsage: 'off_session' | 'on_session' | null
  /** Why the last attempt failed. */
  problem: PaymentProblem | null
  latestCharge: string | null
  canceledAt: number | null
  cancellationReason: string | null
  /** Where a customer goes on after an authentication. */
  returnUrl: string | null
  description: string | null
  metadata: Metadata
}

export const captureMethods = ['automatic', 'automatic_async', 'manual'] as const

export type CaptureMethod = (typeof captureMethods)[number]

export type PaymentIntentStatus =
  | 'canceled'
  | 'requires_action'
  | 'requires_capture'
  | 'requires_confirmation'
  | 'requires_payment_method'
  | 'succeeded'

export type PaymentProblem = {
  readonly code: 'authentication_required' | 'card_declined' | AuthenticationFailure
  readonly declineCode: string | null
  readonly message: string
  readonly charge: string | null
  readonly paymentMethod: string
}

export type AuthenticationFailure =
  | 'payment_intent_authentication_failure'
  | 'setup_intent_authentication_failure'

/** A card that is kept for later payments, which its bank may want to be authenticated first. */
export type SetupIntent = {
  readonly id: string
  readonly created: number
  readonly usage: 'off_session' | 'on_session'
  /** The subscription that begins without a payment and waits for it; null for none. */
  readonly subscription: string | null
  customer: string | null
  status: Exclude<PaymentIntentStatus, 'requires_capture'>
  paymentMethod: string | null
  problem: PaymentProblem | null
  cancellationReason: string | null
  returnUrl: string | null
  description: string | null
  metadata: Metadata
}

/** An attempt to charge a card. */
export type Charge = {
  readonly id: string
  readonly created: number
  readonly paymentIntent: string
  readonly customer: string | null
  readonly invoice: string | null
  readonly amount: number
  readonly currency: string
  readonly paymentMethod: string
  /** Why it was declined; null for one that succeeded. */
  readonly decline: string | null
  /** The captured amount; less than the whole where it was only reserved, or captured in part. */
  amountCaptured: number
  isCaptured: boolean
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

/** The link of an invoice to the payment intent that pays it. */
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

/** A part of an invoice's line that is given back, with its taxes. */
export type CreditNoteLine = {
  readonly id: string
  readonly invoiceLine: string
  readonly amount: number
  readonly taxes: readonly Tax[]
}

export type CreditNote = {
  /** None of a note that is an amount. */
  readonly lines: readonly CreditNoteLine[]
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
