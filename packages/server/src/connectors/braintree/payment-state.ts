import type { PaymentState } from '../connector.ts'
import { currencyOf, minorOf, momentOf } from './amounts.ts'
import type { GatewayModification, GatewayTransaction } from './shapes.ts'

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
  }
}

/** The customer of a payment; null if the payment has none in the vault. */
export function payerOf({ customer }: GatewayTransaction): string | null {
  return typeof customer === 'object' ? (customer?.id ?? null) : null
}
