import type { PaymentState, SubscriptionState } from '../processor-state.ts'
import type { ReportedBill } from '../reported-bills.ts'

/** The subscriptions that bills are of, the newest first. */
export function subscriptionsOf(bills: readonly ReportedBill[]): readonly SubscriptionState[] {
  const bySubscription = Map.groupBy(bills, (it) => it.subscriptionId)
  return [...bySubscription.values()]
    .flatMap((own) => subscriptionOf(own.toSorted((one, other) => (one.day < other.day ? 1 : -1))))
    .sort((one, other) => other.createdAt - one.createdAt)
}

/** The newest bill comes first. One of no price is of a trial, and only says when the next one is made. */
function subscriptionOf(reported: readonly ReportedBill[]): readonly SubscriptionState[] {
  const [newest] = reported
  const oldest = reported.at(-1)
  if (newest === undefined || oldest === undefined) return []
  const { subscriptionId: id, customerId, price, billingInterval, nextBillDate, nextDiscount } = newest
  const bills = reported.filter((it) => it.price.minor > 0)
  const isEnded = nextBillDate === null
  return [
    {
      id,
      customerId,
      planId: 'manual',
      status: isEnded ? 'CANCELLED' : 'ACTIVE',
      isInTrial: !isEnded && bills.length === 0,
      price,
      amountStep: 1,
      billingInterval,
      nextBillDate,
      nextBillAt: null,
      billingDay: Math.max(dayOfMonth(newest.day), nextBillDate === null ? 0 : dayOfMonth(nextBillDate)),
      firstBillDate: bills.at(-1)?.day ?? nextBillDate,
      billCount: bills.length,
      createdAt: oldest.billedAt,
      endedAt: isEnded ? newest.billedAt : null,
      discount: nextDiscount.minor === 0 ? null : { amount: nextDiscount, quantity: 1, billsLeft: null },
      otherAdjustments: 0,
      balance: 0,
      payments: bills.map(paymentOf),
      hasEveryBill: true,
    },
  ]
}

export function paymentOf(it: ReportedBill): PaymentState {
  const { price, discountMinor } = it
  return {
    id: it.id,
    type: 'SALE',
    status: 'SETTLED',
    amount: { minor: price.minor - discountMinor, currency: price.currency },
    createdAt: it.billedAt,
    discountAmount: discountMinor,
    billPrice: price.minor,
    otherAdjustments: 0,
    refundIds: [],
    orderId: null,
    periodStart: it.day,
  }
}

function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10))
}
