import { addDays, dayOf, momentOf } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import { SETTLEMENT_BEGINS_HOUR, SETTLEMENT_ENDS_HOUR } from '../../model/timetable.ts'
import type { Settlement, Transaction, TransactionStatus } from '../../model/transaction.ts'
import { AUTHORIZATION_LASTS_MS } from '../../records/authorization.ts'
import { move } from './move.ts'
import { isUnsettled, recent } from './recent-transactions.ts'

/** The next moment at which transactions begin or end to settle; null while there is nothing to settle. */
export function nextSettlementAt(merchant: Merchant): number | null {
  let next: number | null = null
  for (const transaction of unsettledOf(merchant)) {
    const { at } = stepOf(transaction)
    if (next === null || at < next) next = at
  }
  return next
}

/** Does the steps that are due at that moment, each as of the night at which it became due. */
export function runSettlement(merchant: Merchant, now: number): void {
  for (const transaction of unsettledOf(merchant)) {
    while (isUnsettled(transaction)) {
      const { at, to } = stepOf(transaction)
      if (at > now) break
      if (to === 'settled') transaction.settlement = settled(transaction, at)
      move(transaction, to, { timestamp: at, user: null, source: transaction.source })
    }
  }
}

/** Settles a transaction without its night. */
export function settleAtOnce(transaction: Transaction, now: number): void {
  transaction.settlement = settled(transaction, now)
  move(transaction, 'settled', { timestamp: now, user: null, source: transaction.source })
}

/** Returns the settlement of a transaction at that moment: the batch is that of the day and the merchant account. */
function settled({ merchantAccountId }: Transaction, at: number): Settlement {
  return { batchId: `${dayOf(at)}_${merchantAccountId}`, code: '', text: '' }
}

/** Yields the unsettled ones. Settled ones are let go on the way, so that a night costs what it settles. */
function* unsettledOf(merchant: Merchant): Iterable<Transaction> {
  const { unsettled } = recent(merchant)
  for (const id of unsettled) {
    const transaction = merchant.transactions.get(id)
    if (transaction !== undefined && isUnsettled(transaction)) yield transaction
    else unsettled.delete(id)
  }
}

type Step = { readonly at: number; readonly to: TransactionStatus }

function stepOf({ status, createdAt, updatedAt, statusHistory: [last] }: Transaction): Step {
  const since = last?.timestamp ?? updatedAt
  if (status === 'settling') return { at: nextHour(since, SETTLEMENT_ENDS_HOUR), to: 'settled' }
  if (status === 'submitted_for_settlement') {
    return { at: nextHour(since, SETTLEMENT_BEGINS_HOUR), to: 'settling' }
  }
  const expiresAt = createdAt + AUTHORIZATION_LASTS_MS
  return { at: nextHour(expiresAt, SETTLEMENT_BEGINS_HOUR), to: 'authorization_expired' }
}

/** When that hour strikes next after a moment. */
function nextHour(moment: number, hour: number): number {
  const today = momentOf(dayOf(moment), hour)
  return today > moment ? today : momentOf(addDays(dayOf(moment), 1), hour)
}
