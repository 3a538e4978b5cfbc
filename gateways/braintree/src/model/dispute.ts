import type { Day } from './day.ts'
import type { Cents } from './money.ts'

export const disputeStatuses = [
  'open',
  'disputed',
  'under_review',
  'accepted',
  'expired',
  'won',
  'lost',
] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

export const disputeKinds = ['chargeback', 'pre_arbitration', 'retrieval'] as const
export type DisputeKind = (typeof disputeKinds)[number]

export const disputeReasons = [
  'cancelled_recurring_transaction',
  'credit_not_processed',
  'duplicate',
  'fraud',
  'general',
  'invalid_account',
  'not_recognized',
  'product_not_received',
  'product_unsatisfactory',
  'retrieval',
  'transaction_amount_differs',
] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** A customer's bank wants the money of a sale back. */
export type Dispute = {
  readonly id: string
  readonly sequence: number
  readonly transactionId: string
  readonly kind: DisputeKind
  readonly reason: DisputeReason
  /** The card network's, which some amounts of test sales set; null for none. */
  readonly reasonCode: string | null
  readonly amount: Cents
  readonly caseNumber: string
  readonly referenceNumber: string
  readonly receivedDate: Day
  readonly replyByDate: Day
  status: DisputeStatus
  evidence: readonly Evidence[]
  /** The result that its fixture wants, and when; null: as the evidence says. */
  readonly planned: Decision | null
  /** Newest first. */
  statusHistory: readonly DisputeStatusEvent[]
  readonly createdAt: number
  updatedAt: number
}

export type Decision = { readonly status: 'won' | 'lost'; readonly at: number }

export type DisputeStatusEvent = { readonly status: DisputeStatus; readonly timestamp: number }

export type Evidence = {
  readonly id: string
  readonly comment: string
  readonly category: string | null
  readonly sequenceNumber: number | null
  readonly createdAt: number
}
