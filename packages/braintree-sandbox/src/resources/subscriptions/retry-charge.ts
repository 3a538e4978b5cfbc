import { chargeSubscription } from '../../billing/charge-subscription.ts'
import { paid } from '../../billing/pay-off.ts'
import type { Gateway } from '../../gateway.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type Charge, isPaid } from '../transactions/charge.ts'

type Retry = Pick<Charge, 'amount' | 'submitsForSettlement' | 'user'> & {
  /** What a request says of the charge, beside the subscription's own terms. */
  readonly details?: Charge
}

/**
 * Charges the card of a subscription that is past due. What is paid is no longer owed; once nothing is, the subscription is
 * active again. A manual retry does not count as a failure, and no notification tells of its failure.
 */
export function retryCharge(
  gateway: Gateway,
  merchant: Merchant,
  now: number,
  subscription: Subscription,
  { amount, submitsForSettlement, user, details }: Retry,
): Transaction {
  const by = { timestamp: now, user, source: 'api' } as const
  const transaction = chargeSubscription(gateway, merchant, subscription, {
    amount,
    submitsForSettlement,
    by,
    ...(details && { details }),
  })
  if (isPaid(transaction)) paid(gateway, merchant, subscription, transaction, by)
  return transaction
}
