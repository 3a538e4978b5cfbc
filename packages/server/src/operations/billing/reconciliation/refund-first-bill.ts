import { isSettledOtherwise } from '../bills/intend-mend.ts'
import { refundOnce, SETTLEMENT_LOOK_MS } from '../bills/refund-once.ts'
import type { BillingTarget } from './apply-discounts.ts'
import type { BillingPlan } from './plan-billing.ts'

/**
 * Refunds what is missing of the discount of a friend's first bill, once per referral, unless that bill was mended or waived.
 * Returns when to look again for a payment that is not settled yet.
 */
export async function refundFirstBill(
  target: BillingTarget,
  { account, refund, refundedBill }: BillingPlan,
  now: number,
): Promise<number | null> {
  if (account.referral === null || refund.kind === 'none') return null
  if (refundedBill !== null && isSettledOtherwise(refundedBill)) return null
  if (refund.kind === 'waiting') return now + SETTLEMENT_LOOK_MS
  const source = account.referral.id
  return refundOnce(target, {
    kind: 'REFUND',
    source,
    orderId: `referral-${source}`,
    paymentId: refund.payment.id,
    inAll: refund.amount,
    account: account.key,
    billId: refundedBill?.id ?? null,
    reason: 'FIRST_BILL_REFUNDED',
    now,
  })
}
