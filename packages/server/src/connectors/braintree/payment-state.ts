import type { ProcessorDispute } from '@goodword/domain/bills/processor-payment'
import { orNull } from '../or-null.ts'
import type { PaymentState } from '../processor-state.ts'
import { currencyOf, minorOf, momentOf } from './sdk/amounts.ts'
import type { CallGateway } from './sdk/call-gateway.ts'
import {
  type GatewayDispute,
  type GatewayModification,
  type GatewayTransaction,
  shaped,
} from './sdk/shapes.ts'

const statuses: Readonly<Record<string, PaymentState['status']>> = {
  authorizing: 'AUTHORIZED',
  authorized: 'AUTHORIZED',
  submitted_for_settlement: 'SUBMITTED',
  settlement_pending: 'SUBMITTED',
  settling: 'SETTLING',
  settlement_confirmed: 'SETTLING',
  settled: 'SETTLED',
  authorization_expired: 'FAILED',
  failed: 'FAILED',
  gateway_rejected: 'FAILED',
  processor_declined: 'FAILED',
  settlement_declined: 'FAILED',
  voided: 'VOIDED',
}

export function paymentStateOf(it: GatewayTransaction, discountId: string): PaymentState {
  const currency = currencyOf(it.currencyIsoCode)
  const sumOf = (modifications: readonly GatewayModification[]) =>
    modifications.reduce((sum, { amount, quantity }) => sum + minorOf(amount, currency) * quantity, 0)
  const discounts = it.discounts ?? []
  const discountAmount = sumOf(discounts.filter(({ id }) => id === discountId))
  const disputes = (it.disputes ?? []).filter(isOverMoney)
  const period = typeof it.subscription === 'object' ? it.subscription : null
  return {
    id: it.id,
    type: it.type === 'credit' ? 'CREDIT' : 'SALE',
    status: statuses[it.status] ?? 'UNKNOWN',
    amount: { minor: minorOf(it.amount, currency), currency },
    createdAt: momentOf(it.createdAt),
    discountAmount,
    otherAdjustments: sumOf(it.addOns ?? []) - (sumOf(discounts) - discountAmount),
    refundIds: it.refundIds ?? [],
    orderId: it.orderId ?? null,
    periodStart: period?.billingPeriodStartDate ?? null,
    ...(disputes.length > 0 && { disputes: disputes.map(disputeStateOf) }),
  }
}

const endings: Readonly<Record<string, ProcessorDispute['status']>> = {
  won: 'WON',
  lost: 'LOST',
  accepted: 'LOST',
  auto_accepted: 'LOST',
  expired: 'LOST',
}

function disputeStateOf({ id, status, createdAt, receivedDate }: GatewayDispute): ProcessorDispute {
  const openedAt = momentOf(createdAt ?? receivedDate ?? '')
  return { id, status: endings[status] ?? 'OPEN', openedAt }
}

/** A bank that only asks for information takes no money back. */
function isOverMoney({ kind }: GatewayDispute): boolean {
  return kind !== 'retrieval'
}

/** The customer of a payment; null if the payment has none in the vault. */
export function payerOf({ customer }: GatewayTransaction): string | null {
  return typeof customer === 'object' ? (customer?.id ?? null) : null
}

/** One request for each: the gateway has no list by ID that shows less. */
export async function readPayments(
  calls: CallGateway,
  ids: readonly string[],
): Promise<readonly PaymentState[]> {
  const found: PaymentState[] = []
  for (const id of ids) {
    const transaction = await findTransaction(calls, id)
    // The discount on the bill does not matter here.
    if (transaction !== null) found.push(paymentStateOf(transaction, ''))
  }
  return found
}

export async function readPayer(calls: CallGateway, id: string): Promise<string | null> {
  const transaction = await findTransaction(calls, id)
  return transaction === null ? null : payerOf(transaction)
}

function findTransaction(calls: CallGateway, id: string): Promise<GatewayTransaction | null> {
  return orNull(
    calls.read('transaction.find', async (gateway) =>
      shaped('transaction', await gateway.transaction.find(id)),
    ),
  )
}
