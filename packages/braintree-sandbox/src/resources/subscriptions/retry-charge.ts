import { chargeSubscription } from '../../billing/charge-subscription.ts'
import { paid } from '../../billing/pay-off.ts'
import type { Gateway } from '../../gateway.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Cents } from '../../model/money.ts'
import type { Transaction } from '../../model/transaction.ts'
import { isPaid } from '../transactions/charge.ts'

/** What a merchant wants of a subscription that is past due. */
export type RetryCharge = {
  readonly subscriptionId: string
  /** Null: all that is owed. */
  readonly amount: Cents | null
  readonly submitsForSettlement: boolean
  readonly user: string
}

/** The codes are those of `transaction.subscription_id` and of `transaction` as a whole. */
export type Retried =
  | { readonly kind: 'charged'; readonly transaction: Transaction }
  | { readonly kind: 'subscription_unknown'; readonly code: '91528' }
  | { readonly kind: 'not_past_due'; readonly code: '91531' }

/**
 * Tries a card again that was declined. What is paid is owed no longer; once nothing is, the subscription is active again.
 * A retry by hand counts as no failure, and its failure is notified to nobody.
 */
export function retryCharge(gateway: Gateway, merchant: Merchant, now: number, it: RetryCharge): Retried {
  const subscription = merchant.subscriptions.get(it.subscriptionId)
  if (subscription === undefined) return { kind: 'subscription_unknown', code: '91528' }
  if (subscription.status !== 'Past Due') return { kind: 'not_past_due', code: '91531' }
  const by = { timestamp: now, user: it.user, source: 'api' } as const
  const amount = it.amount ?? subscription.balance
  const { submitsForSettlement } = it
  const transaction = chargeSubscription(gateway, merchant, subscription, {
    amount,
    submitsForSettlement,
    by,
  })
  if (isPaid(transaction)) paid(gateway, merchant, subscription, transaction, by)
  return { kind: 'charged', transaction }
}
