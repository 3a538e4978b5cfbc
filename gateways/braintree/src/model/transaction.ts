import type { CardFace, CvvResponse } from './card.ts'
import type { AddressFields, CustomerFields } from './customer.ts'
import type { Day } from './day.ts'
import type { Cents } from './money.ts'
import type { ProcessorResponse } from './processor-response.ts'
import type { Descriptor, Modification } from './subscription.ts'

export type TransactionStatus =
  | 'authorization_expired'
  | 'authorized'
  | 'authorizing'
  | 'failed'
  | 'gateway_rejected'
  | 'processor_declined'
  | 'settled'
  | 'settlement_confirmed'
  | 'settlement_declined'
  | 'settlement_pending'
  | 'settling'
  | 'submitted_for_settlement'
  | 'voided'

export type Transaction = {
  readonly id: string
  readonly sequence: number
  readonly type: 'sale' | 'credit'
  status: TransactionStatus
  amount: Cents
  readonly currency: string
  readonly merchantAccountId: string
  orderId: string | null
  readonly processorResponse: ProcessorResponse
  readonly gatewayRejectionReason: GatewayRejectionReason | null
  /** The card as it was charged. */
  card: ChargedCard
  /** The customer as of then, whose id is empty for one who is not in the vault; null if none was given. */
  customer: (CustomerFields & { readonly id: string }) | null
  readonly billing: AddressFields | null
  /** The ID of the billing address among the customer's addresses; null for none. */
  billingAddressId: string | null
  shipping: AddressFields | null
  shippingAddressId: string | null
  readonly cvvResponse: CvvResponse
  /** Whether the merchant wanted no check of the address. */
  readonly skipsAddressCheck?: boolean
  readonly customFields: Readonly<Record<string, string>>
  /** The billed subscription and period; null for a transaction of the merchant's own. */
  recurring: Recurring | null
  readonly refundedTransactionId: string | null
  refundIds: readonly string[]
  /** Oldest first; absent while there are none. */
  disputeIds?: readonly string[]
  /** The authorization of which this settles a part. */
  readonly authorizedTransactionId: string | null
  partialSettlementTransactionIds: readonly string[]
  readonly createdUsing: 'full_information' | 'token'
  readonly source: TransactionStatusEvent['source']
  /** The merchant's details of the purchase; they have no effect. */
  purchase: PurchaseDetails
  settlement: Settlement | null
  descriptor: Descriptor | null
  readonly apiRequestKey: string | null
  /** Newest first. */
  statusHistory: readonly TransactionStatusEvent[]
  readonly createdAt: number
  /** The machine's time at which it was made; absent where duplicates do not matter. */
  readonly machineTime?: number
  updatedAt: number
}

export type GatewayRejectionReason =
  | 'application_incomplete'
  | 'avs'
  | 'avs_and_cvv'
  | 'cvv'
  | 'duplicate'
  | 'fraud'
  | 'risk_threshold'

export type PurchaseDetails = {
  readonly channel: string | null
  /** Whether the merchant bills it regularly itself, without a subscription. */
  readonly isRecurring: boolean
  readonly purchaseOrderNumber: string | null
  readonly taxAmount: Cents | null
  readonly taxExempt: boolean
  readonly discountAmount: Cents | null
  readonly shippingAmount: Cents | null
  readonly shipsFromPostalCode: string | null
}

/** How a transaction settled, or that it did not. */
export type Settlement = {
  /** `2026-01-31_merchant_usd_0`: those that settled on one day for one merchant account. */
  readonly batchId: string | null
  readonly code: string
  readonly text: string
}

export type ChargedCard = CardFace & { readonly token: string | null }

/** The bill that a transaction paid, with the modifications as they were. */
export type Recurring = {
  /** Changes with the id of the subscription. */
  readonly subscriptionId: string
  readonly planId: string
  readonly periodStart: Day
  readonly periodEnd: Day
  readonly addOns: readonly Modification[]
  readonly discounts: readonly Modification[]
}

export type TransactionStatusEvent = {
  readonly timestamp: number
  readonly status: TransactionStatus
  readonly amount: Cents
  readonly user: string | null
  readonly source: 'api' | 'control_panel' | 'recurring'
}

/** A request with an `api_request_key`; a repeat is answered with the same transaction. */
export type ApiRequest = {
  readonly transactionId: string
  /** A digest of the request. */
  readonly digest: string
  readonly at: number
}
