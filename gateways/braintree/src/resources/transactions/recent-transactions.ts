import type { Merchant } from '../../model/merchant.ts'
import type { Transaction } from '../../model/transaction.ts'

type Kept = {
  /** How many transactions the merchant had when this was right. */
  known: number
  /** The transactions of which settlement may want something, in the order in which they came. */
  readonly unsettled: Set<string>
  /** The last charge that succeeded, by what makes charges the same. */
  readonly lastCharges: Map<string, string>
}

const MAX_CHARGES = 5000

/** Found again from the transactions themselves whenever it does not fit them, as after a snapshot was restored. */
const kept = new WeakMap<Merchant['transactions'], Kept>()

/** Keeps a transaction. */
export function keep(merchant: Merchant, transaction: Transaction): void {
  const { unsettled, lastCharges } = recent(merchant)
  merchant.transactions.set(transaction.id, transaction)
  note(transaction, unsettled, lastCharges)
  const found = kept.get(merchant.transactions)
  if (found !== undefined) found.known = merchant.transactions.size
}

/** The transactions that are not settled yet, and the charges that a new one may repeat. */
export function recent({ transactions }: Merchant): Kept {
  const found = kept.get(transactions)
  if (found?.known === transactions.size) return found
  const made: Kept = { known: transactions.size, unsettled: new Set(), lastCharges: new Map() }
  for (const transaction of transactions.values()) note(transaction, made.unsettled, made.lastCharges)
  kept.set(transactions, made)
  return made
}

/** The bills of a subscription are the same if their amounts are; others by card and order as well. */
export function sameness(it: {
  readonly amount: number
  readonly orderId: string | null
  readonly card: { readonly number: { readonly whole: string } }
  readonly recurring: { readonly subscriptionId: string } | null
}): string {
  if (it.recurring !== null) return `subscription ${it.recurring.subscriptionId} ${it.amount}`
  return `card ${it.card.number.whole} ${it.amount} ${it.orderId ?? ''}`
}

function note(transaction: Transaction, unsettled: Set<string>, lastCharges: Map<string, string>): void {
  if (!isUnsettled(transaction)) return
  unsettled.add(transaction.id)
  if (transaction.type !== 'sale') return
  const key = sameness(transaction)
  // Inserted again, so that the oldest come first and can be dropped.
  lastCharges.delete(key)
  lastCharges.set(key, transaction.id)
  if (lastCharges.size <= MAX_CHARGES) return
  const [oldest] = lastCharges.keys()
  if (oldest !== undefined) lastCharges.delete(oldest)
}

export function isUnsettled({ status }: Transaction): boolean {
  return status === 'authorized' || status === 'submitted_for_settlement' || status === 'settling'
}
