import { clockSummary, isoOf } from '@goodword/sandbox/control/summaries'
import type { Gateway } from '../gateway.ts'
import type { Dispute } from '../model/dispute.ts'
import type { Merchant } from '../model/merchant.ts'
import { moneyText } from '../model/money.ts'
import type { Modification, Subscription } from '../model/subscription.ts'
import type { Transaction } from '../model/transaction.ts'
import { nextPeriodAmount } from '../records/amounts.ts'

/** Things as the control API shows them: money as text, moments as ISO times. */

export function merchantSummary(gateway: Gateway, merchant: Merchant) {
  return {
    id: merchant.id,
    keys: merchant.keys,
    clock: clockSummary(gateway, merchant),
    settings: merchant.settings,
    deliveries: merchant.deliveries,
    barrier: merchant.barrier,
    destinations: merchant.destinations,
    merchantAccounts: merchant.merchantAccounts,
    customFields: merchant.customFields,
    counts: {
      plans: merchant.plans.size,
      addOns: merchant.addOns.size,
      discounts: merchant.discounts.size,
      customers: merchant.customers.size,
      subscriptions: merchant.subscriptions.size,
      transactions: merchant.transactions.size,
      disputes: merchant.disputes.size,
      notifications: merchant.notifications.size,
      faults: merchant.faults.length,
    },
  }
}

export function subscriptionSummary(merchant: Merchant, it: Subscription) {
  return {
    id: it.id,
    status: it.status,
    planId: it.planId,
    customerId: merchant.cards.get(it.paymentMethodToken)?.customerId ?? null,
    paymentMethodToken: it.paymentMethodToken,
    price: moneyText(it.price),
    balance: moneyText(it.balance),
    addOns: it.addOns.map(modificationSummary),
    discounts: it.discounts.map(modificationSummary),
    currentBillingCycle: it.currentBillingCycle,
    numberOfBillingCycles: it.numberOfBillingCycles,
    billingPeriodStart: it.billingPeriodStart,
    billingPeriodEnd: it.billingPeriodEnd,
    nextBillingDate: it.nextBillingDate,
    nextBillingPeriodAmount: moneyText(nextPeriodAmount(it)),
    failureCount: it.failureCount,
    transactionIds: it.transactionIds,
    createdAt: isoOf(it.createdAt),
    sequence: it.sequence,
  }
}

export function transactionSummary(it: Transaction) {
  return {
    id: it.id,
    type: it.type,
    status: it.status,
    amount: moneyText(it.amount),
    currency: it.currency,
    customerId: it.customer?.id ?? null,
    paymentMethodToken: it.card.token,
    subscriptionId: it.recurring?.subscriptionId ?? null,
    orderId: it.orderId,
    refundedTransactionId: it.refundedTransactionId,
    refundIds: it.refundIds,
    disputeIds: it.disputeIds ?? [],
    processorResponseCode: it.processorResponse.code,
    gatewayRejectionReason: it.gatewayRejectionReason,
    createdAt: isoOf(it.createdAt),
    sequence: it.sequence,
  }
}

export function disputeSummary(it: Dispute) {
  return {
    id: it.id,
    transactionId: it.transactionId,
    status: it.status,
    kind: it.kind,
    reason: it.reason,
    amount: moneyText(it.amount),
    replyByDate: it.replyByDate,
    evidence: it.evidence.map(({ id, comment, category }) => ({ id, comment, category })),
    /** The end that its fixture plans for it; null without a plan. */
    ends: it.planned === null ? null : { status: it.planned.status, at: isoOf(it.planned.at) },
    createdAt: isoOf(it.createdAt),
    sequence: it.sequence,
  }
}

function modificationSummary({
  id,
  amount,
  quantity,
  numberOfBillingCycles,
  currentBillingCycle,
}: Modification) {
  return { id, amount: moneyText(amount), quantity, numberOfBillingCycles, currentBillingCycle }
}
