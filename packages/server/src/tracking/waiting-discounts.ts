import type { WaitingReason } from '@goodword/domain/bills/bill-discount'
import type { Outcome } from '@goodword/domain/referrals/outcome'
import type { AccountKey, EventId } from '@goodword/domain/values/ids'
import type { Transaction } from '../frame/context.ts'
import { insertUnboundWaits } from './rows/customers/unbound-waits.ts'

/** The event about a customer without a live subscription, whose account has a reward. */
export function waitingDiscount(account: AccountKey, waiting: WaitingReason | null): readonly Outcome[] {
  if (waiting !== 'NO_LIVE_SUBSCRIPTION') return []
  return [{ type: 'discount.waiting', reason: waiting, account }]
}

/**
 * Leaves an event for accounts that got a reward for their bills and are not linked with a customer of the payment
 * processor, once for each. One statement; nothing is left for a tenant without a connection.
 */
export function recordUnboundWaits(tx: Transaction, accounts: readonly AccountKey[]): void {
  const distinct = [...new Set(accounts)]
  if (distinct.length === 0) return
  insertUnboundWaits(
    tx,
    distinct.map((account) => ({
      id: tx.newId<EventId>(),
      actor: 'service',
      outcome: { type: 'discount.waiting', reason: 'CUSTOMER_NOT_BOUND', account },
    })),
  )
}
