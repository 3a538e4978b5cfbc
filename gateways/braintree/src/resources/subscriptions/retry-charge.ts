import type { Gateway } from '../../gateway.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Transaction } from '../../model/transaction.ts'
import { chargeSubscription } from '../billing/charge-subscription.ts'
import { paid } from '../billing/pay-off.ts'
import { type Charge, isPaid } from '../transactions/charge.ts'

type Retry = Pick<Charge, 'amount' | 'submitsForSettlement' | 'user'> & {
  /** The parameters of the charge, besides the subscription's own terms. */
  readonly details?: Charge
}

/**
 * Charges the card of a past-due subscription. The payment reduces the balance; when it is zero, the subscription is
 * active again. A failed manual retry does not count as a failure, and sends no notification.
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
