import { drawId, drawSequence } from '@goodword/sandbox/drawing/ids'
import { hitOfCharge } from '@goodword/sandbox/http/hit-of-charge'
import type { Gateway } from '../../gateway.ts'
import type { CvvResponse } from '../../model/card.ts'
import type { AddressFields } from '../../model/customer.ts'
import type { Decline, Merchant } from '../../model/merchant.ts'
import type { Cents } from '../../model/money.ts'
import type { ProcessorResponse } from '../../model/processor-response.ts'
import type { Descriptor } from '../../model/subscription.ts'
import type {
  ChargedCard,
  GatewayRejectionReason,
  PurchaseDetails,
  Recurring,
  Transaction,
  TransactionStatus,
  TransactionStatusEvent,
} from '../../model/transaction.ts'
import { authorize, noResponse, responseOf } from '../../processor/processor.ts'
import { addressOf } from '../../protocol/address-of.ts'
import { currencyOf } from '../../records/merchant-account.ts'
import { keep, recent, sameness } from './recent-transactions.ts'

/** Money to be taken from a card. */
export type Charge = {
  readonly amount: Cents
  readonly card: ChargedCard
  readonly customerId: string | null
  readonly merchantAccountId: string
  readonly orderId: string | null
  readonly billing: AddressFields | null
  readonly customFields: Readonly<Record<string, string>>
  readonly recurring: Recurring | null
  readonly descriptor: Descriptor | null
  readonly apiRequestKey: string | null
  readonly submitsForSettlement: boolean
  readonly user: string | null
  readonly source: TransactionStatusEvent['source']
  readonly billingAddressId?: string | null
  readonly shipping?: AddressFields | null
  readonly shippingAddressId?: string | null
  readonly cvvResponse?: CvvResponse
  readonly skipsAddressCheck?: boolean
  /** A customer who is not in the vault. */
  readonly customer?: Transaction['customer']
  readonly createdUsing?: Transaction['createdUsing']
  readonly purchase?: PurchaseDetails
  readonly authorizedTransactionId?: string | null
}

/**
 * Calls the simulated processor, and stores the transaction with any result. The result is its status:
 * `authorized` or `submitted_for_settlement` when the money is there, else `processor_declined`, `gateway_rejected` or
 * `failed`. A subscription's list of transactions is the caller's.
 */
export function charge(gateway: Gateway, merchant: Merchant, now: number, it: Charge): Transaction {
  const machineTime = gateway.machineNow()
  const gatewayRejectionReason = rejectionOf(merchant, { now, machineTime }, it)
  const response = gatewayRejectionReason === null ? responseTo(merchant, it) : noResponse
  const statuses = statusesOf(gatewayRejectionReason, response, it.submitsForSettlement)
  const outcome = { type: 'sale', gatewayRejectionReason, response, statuses } as const
  const transaction = { ...transactionOf(merchant, now, it, outcome), machineTime }
  keep(merchant, transaction)
  return transaction
}

/** Whether a charge brought the money. */
export function isPaid({ status }: Transaction): boolean {
  return status === 'authorized' || status === 'submitted_for_settlement'
}

type Outcome = {
  readonly type: Transaction['type']
  readonly gatewayRejectionReason: GatewayRejectionReason | null
  readonly response: ProcessorResponse
  /** The statuses that it went through, in order. */
  readonly statuses: readonly [TransactionStatus, ...TransactionStatus[]]
  readonly refundedTransactionId?: string
}

/** A transaction that begins now. */
export function transactionOf(merchant: Merchant, now: number, it: Charge, outcome: Outcome): Transaction {
  const { amount, user, source } = it
  const [first, ...rest] = outcome.statuses
  const events = outcome.statuses.map((status) => ({ timestamp: now, status, amount, user, source }))
  return {
    id: drawId(merchant, 8, (id) => merchant.transactions.has(id)),
    sequence: drawSequence(merchant),
    type: outcome.type,
    status: rest.at(-1) ?? first,
    amount,
    currency: currencyOf(merchant, it.merchantAccountId),
    merchantAccountId: it.merchantAccountId,
    orderId: it.orderId,
    processorResponse: outcome.response,
    gatewayRejectionReason: outcome.gatewayRejectionReason,
    card: it.card,
    customer: it.customer ?? customerOf(merchant, it.customerId),
    billing: it.billing,
    billingAddressId: it.billingAddressId ?? null,
    shipping: it.shipping ?? null,
    shippingAddressId: it.shippingAddressId ?? null,
    cvvResponse: it.cvvResponse ?? 'I',
    skipsAddressCheck: it.skipsAddressCheck ?? false,
    customFields: it.customFields,
    recurring: it.recurring,
    refundedTransactionId: outcome.refundedTransactionId ?? null,
    refundIds: [],
    authorizedTransactionId: it.authorizedTransactionId ?? null,
    partialSettlementTransactionIds: [],
    createdUsing: it.createdUsing ?? 'token',
    source,
    purchase: it.purchase ?? noPurchaseDetails,
    settlement: null,
    descriptor: it.descriptor,
    apiRequestKey: it.apiRequestKey,
    statusHistory: events.reverse(),
    createdAt: now,
    updatedAt: now,
  }
}

export const noPurchaseDetails: PurchaseDetails = {
  channel: null,
  isRecurring: false,
  purchaseOrderNumber: null,
  taxAmount: null,
  taxExempt: false,
  discountAmount: null,
  shippingAmount: null,
  shipsFromPostalCode: null,
}

/** Test values that the gateway itself turns down. */
const riskyCards: Readonly<Record<string, GatewayRejectionReason>> = {
  '4000111111111511': 'fraud',
  '4111130000000003': 'risk_threshold',
}

/** The merchant's time, and the machine's. */
type Times = { readonly now: number; readonly machineTime: number }

function rejectionOf(merchant: Merchant, times: Times, it: Charge): GatewayRejectionReason | null {
  if (isDuplicate(merchant, times, it)) return 'duplicate'
  if (it.amount === 500_100) return 'application_incomplete'
  return riskyCards[it.card.number.whole] ?? null
}

/**
 * Whether a charge repeats one of the last seconds, by the merchant's clock and by the machine's: a client that retries
 * waits in real time also while the merchant's clock stands, and a year that is replayed in seconds repeats no charge.
 */
function isDuplicate(merchant: Merchant, { now, machineTime }: Times, it: Charge): boolean {
  const seconds = merchant.settings.duplicateCheckingSeconds
  if (seconds === null) return false
  const earlier = merchant.transactions.get(recent(merchant).lastCharges.get(sameness(it)) ?? '')
  if (earlier === undefined || earlier.status === 'voided') return false
  const elapsed = Math.max(now - earlier.createdAt, machineTime - (earlier.machineTime ?? 0))
  return elapsed < seconds * 1000
}

function responseTo(merchant: Merchant, { amount, card, recurring }: Charge): ProcessorResponse {
  const code = declineOf(merchant, { token: card.token, subscriptionId: recurring?.subscriptionId ?? null })
  return code === null ? authorize(amount, card.number.whole) : responseOf(code, card.number.whole)
}

function statusesOf(
  rejection: GatewayRejectionReason | null,
  { code }: ProcessorResponse,
  submitsForSettlement: boolean,
): Outcome['statuses'] {
  if (rejection !== null) return ['gateway_rejected']
  if (code.startsWith('3')) return ['failed']
  if (!code.startsWith('1')) return ['processor_declined']
  return submitsForSettlement ? ['authorized', 'submitted_for_settlement'] : ['authorized']
}

function customerOf(merchant: Merchant, customerId: string | null): Transaction['customer'] {
  const customer = customerId === null ? undefined : merchant.customers.get(customerId)
  return customer === undefined ? null : { id: customer.id, ...customer.fields }
}

type ChargedSubject = { readonly token: string | null; readonly subscriptionId: string | null }

/** The processor's code with which a rule has a charge declined; null when none does. Counts as a hit. */
function declineOf(merchant: Merchant, { token, subscriptionId }: ChargedSubject): string | null {
  const isAbout = (action: { readonly kind: string }): action is Decline => {
    if (!isDecline(action) || (action.token !== null && action.token !== token)) return false
    return action.subscriptionId === null || action.subscriptionId === subscriptionId
  }
  return hitOfCharge(merchant, { isAbout, addressOf })?.code ?? null
}

function isDecline(action: { readonly kind: string }): action is Decline {
  return action.kind === 'decline'
}
