import type { Currency } from '@goodword/domain/values/money'
import type { DiscountState, SubscriptionState } from '../processor-state.ts'
import { paymentStateOf } from './payment-state.ts'
import type { Plan } from './plans.ts'
import { amountStep, currencyOf, minorOf, momentOf } from './sdk/amounts.ts'
import { type GatewayModification, type GatewaySubscription, malformed } from './sdk/shapes.ts'

const statuses: Readonly<Record<string, SubscriptionState['status']>> = {
  Pending: 'PENDING',
  Active: 'ACTIVE',
  'Past Due': 'PAST_DUE',
  Canceled: 'CANCELLED',
  Expired: 'EXPIRED',
}

export type SubscriptionContext = {
  readonly customerId: string | null
  readonly discountId: string
  /** Null if it is not there any more. */
  readonly plan: Plan | null
}

export function subscriptionStateOf(
  it: GatewaySubscription,
  { customerId, discountId, plan }: SubscriptionContext,
): SubscriptionState {
  const status = statuses[it.status]
  if (status === undefined) throw malformed('a subscription has an unknown status')
  const currency = currencyOfSubscription(it, plan)
  const isEnded = status === 'CANCELLED' || status === 'EXPIRED'
  const discount = it.discounts.find(({ id }) => id === discountId)
  const others = it.discounts.filter((each) => each !== discount)
  const billCount = it.currentBillingCycle ?? 0
  return {
    id: it.id,
    customerId,
    planId: it.planId,
    status,
    // The flag of the trial stays when the trial is over.
    isInTrial: status === 'ACTIVE' && it.trialPeriod === true && billCount === 0,
    price: { minor: minorOf(it.price, currency), currency },
    amountStep: amountStep(it.price, currency),
    billingInterval: plan === null ? null : { unit: 'MONTH', count: plan.billingFrequency },
    nextBillDate: isEnded ? null : (it.nextBillingDate ?? null),
    nextBillAt: null,
    billingDay: it.billingDayOfMonth ?? null,
    firstBillDate: it.firstBillingDate ?? null,
    billCount,
    createdAt: momentOf(it.createdAt),
    endedAt: isEnded ? endOf(it) : null,
    discount: discount === undefined ? null : discountStateOf(discount, currency),
    otherAdjustments: nextOf(it.addOns, currency) - nextOf(others, currency),
    balance: minorOf(it.balance, currency),
    payments: it.transactions.map((each) => paymentStateOf(each, discountId)),
  }
}

/** A subscription does not say its currency itself. */
function currencyOfSubscription(it: GatewaySubscription, plan: Plan | null): Currency {
  const code =
    it.statusHistory[0]?.currencyIsoCode ?? it.transactions[0]?.currencyIsoCode ?? plan?.currencyIsoCode
  if (code === undefined) throw malformed('a subscription has no currency')
  return currencyOf(code)
}

function discountStateOf(it: GatewayModification, currency: Currency): DiscountState {
  return {
    amount: { minor: minorOf(it.amount, currency), currency },
    quantity: it.quantity,
    billsLeft: billsLeft(it),
  }
}

/** The sum of the modifications of the next bill. */
function nextOf(modifications: readonly GatewayModification[], currency: Currency): number {
  return modifications
    .filter((it) => billsLeft(it) !== 0)
    .reduce((sum, { amount, quantity }) => sum + minorOf(amount, currency) * quantity, 0)
}

function billsLeft({ numberOfBillingCycles, currentBillingCycle }: GatewayModification): number | null {
  return numberOfBillingCycles == null
    ? null
    : Math.max(0, numberOfBillingCycles - (currentBillingCycle ?? 0))
}

/** The newest change of status comes first. */
function endOf({ status, statusHistory, updatedAt }: GatewaySubscription): number {
  return momentOf(statusHistory.find((each) => each.status === status)?.timestamp ?? updatedAt)
}
