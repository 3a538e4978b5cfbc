import type { Dispute } from '../model/dispute.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Transaction } from '../model/transaction.ts'

export function saleOf(merchant: Merchant, { transactionId }: Dispute): Transaction {
  const sale = merchant.transactions.get(transactionId)
  if (sale === undefined) throw new Error('disputed transaction not found')
  return sale
}

/** The disputes of a transaction, oldest first. */
export function disputesOf(merchant: Merchant, { disputeIds = [] }: Transaction): readonly Dispute[] {
  return disputeIds.flatMap((id) => merchant.disputes.get(id) ?? [])
}
