import { createHash } from 'node:crypto'
import { isPaid } from '@goodword/domain/bills/processor-payment'
import type { SubscriptionState } from '../../../connectors/processor-state.ts'

/**
 * A digest of everything about a subscription that a bill, a discount or a referral depends on: as long as it stays the same,
 * there is nothing to do. How far the money of a payment is on its way does not count: what waits for that looks for itself.
 */
export function readMark(it: SubscriptionState): string {
  const { status, price, nextBillDate, billCount, endedAt, discount, otherAdjustments, balance } = it
  const { draft, unpaidBills, hasOrphanedDiscount } = it
  const payments = it.payments.map((payment) => [
    payment.id,
    isPaid(payment) ? 'PAID' : payment.status,
    payment.amount.minor,
    payment.refundIds,
  ])
  const read = [
    status,
    price,
    nextBillDate,
    billCount,
    endedAt,
    discount,
    otherAdjustments,
    balance,
    payments,
    ...(draft === undefined && unpaidBills === undefined ? [] : [draft, unpaidBills]),
    ...(hasOrphanedDiscount === true ? ['ORPHANED'] : []),
  ]
  return createHash('sha256').update(JSON.stringify(read)).digest('base64url')
}
