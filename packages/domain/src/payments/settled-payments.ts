import { stepOf } from '../bills/billing-interval.ts'
import { periodPayments } from '../bills/made-bills.ts'
import { isDisputed, type ProcessorPayment, type ProcessorSubscription } from '../bills/processor-payment.ts'
import type { FriendPayment } from '../bills/shared-payments.ts'
import { returnedOf } from './bill-money.ts'

type PaidSubscription = Pick<ProcessorSubscription, 'payments' | 'billingInterval'>

/** The payments of subscriptions that have settled, without tax, as the processor shows them. */
export function settledPayments(subscriptions: readonly PaidSubscription[]): readonly FriendPayment[] {
  return subscriptions.flatMap(({ payments, billingInterval }) => {
    const ofPeriods = periodPayments(payments)
    const step = billingInterval === null ? null : stepOf(billingInterval)
    return payments
      .filter(isSettled)
      .map((it) => ({ ...friendPayment(it), step: ofPeriods.has(it) ? step : null }))
  })
}

/** Whether a payment is under way, so that it may settle soon. */
export function isSettlingSoon(subscriptions: readonly PaidSubscription[]): boolean {
  return subscriptions.some(({ payments }) =>
    payments.some(({ type, status }) => type === 'SALE' && (status === 'SUBMITTED' || status === 'SETTLING')),
  )
}

function isSettled({ type, status, amount }: ProcessorPayment): boolean {
  return type === 'SALE' && amount.minor > 0 && status === 'SETTLED'
}

function friendPayment(payment: ProcessorPayment): Omit<FriendPayment, 'step'> {
  const { id, createdAt, amount, addedTax } = payment
  const { refundedMinor } = returnedOf([], payment)
  const paidMinor = Math.max(0, amount.minor - (addedTax?.minor ?? 0))
  return {
    reference: id,
    paidAt: createdAt,
    paid: { minor: paidMinor, currency: amount.currency },
    refundedMinor: partWithoutTax(Math.min(refundedMinor, amount.minor), paidMinor, amount.minor),
    isReversed: isDisputed(payment),
  }
}

/** The part of a refund that is no tax, rounded half up. */
function partWithoutTax(refundedMinor: number, paidMinor: number, chargedMinor: number): number {
  const [refunded, paid, charged] = [BigInt(refundedMinor), BigInt(paidMinor), BigInt(chargedMinor)]
  return Number((2n * refunded * paid + charged) / (2n * charged))
}
