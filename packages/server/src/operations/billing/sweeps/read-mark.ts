import { createHash } from 'node:crypto'
import type { SubscriptionState } from '../../../connectors/connector.ts'

/**
 * A digest of everything about a subscription that a bill, a discount or a referral depends on: as long as it stays the same,
 * there is nothing to do.
 */
export function readMark(it: SubscriptionState): string {
  const { status, price, nextBillDate, billCount, endedAt, discount, otherAdjustments, balance } = it
  const payments = it.payments.map(({ id, status: paid, amount, refundIds }) => [
    id,
    paid,
    amount.minor,
    refundIds,
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
  ]
  return createHash('sha256').update(JSON.stringify(read)).digest('base64url')
}
