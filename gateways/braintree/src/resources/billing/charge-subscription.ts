import type { Gateway } from '../../gateway.ts'
import { dayOf } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Cents } from '../../model/money.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Recurring, Transaction } from '../../model/transaction.ts'
import { chargedCardOf } from '../cards/charged-card.ts'
import { type Charge, charge } from '../transactions/charge.ts'
import type { By } from './change-status.ts'

type Wanted = {
  readonly amount: Cents
  readonly submitsForSettlement: boolean
  readonly by: By
  /** The parameters of the charge, besides the subscription's own terms. */
  readonly details?: Charge
}

/** Charges a subscription; the result is its newest transaction. */
export function chargeSubscription(
  gateway: Gateway,
  merchant: Merchant,
  subscription: Subscription,
  it: Wanted,
): Transaction {
  const card = merchant.cards.get(subscription.paymentMethodToken)
  if (card === undefined) throw new Error(`card of subscription ${subscription.id} not found`)
  const transaction = charge(gateway, merchant, it.by.timestamp, {
    amount: it.amount,
    card: chargedCardOf(card),
    customerId: card.customerId,
    merchantAccountId: subscription.merchantAccountId,
    orderId: null,
    billing: card.billingAddress,
    billingAddressId: card.billingAddressId,
    customFields: {},
    descriptor: subscription.descriptor,
    apiRequestKey: null,
    ...it.details,
    recurring: recurringOf(subscription, it.by),
    submitsForSettlement: it.submitsForSettlement,
    user: it.by.user,
    source: it.by.source,
  })
  subscription.transactionIds = [transaction.id, ...subscription.transactionIds]
  return transaction
}

/** The add-ons and discounts are copied: a transaction keeps them as they were. */
function recurringOf(it: Subscription, { timestamp }: By): Recurring {
  return {
    subscriptionId: it.id,
    planId: it.planId,
    periodStart: it.billingPeriodStart ?? dayOf(timestamp),
    periodEnd: it.billingPeriodEnd ?? dayOf(timestamp),
    addOns: it.addOns.map((each) => ({ ...each })),
    discounts: it.discounts.map((each) => ({ ...each })),
  }
}
