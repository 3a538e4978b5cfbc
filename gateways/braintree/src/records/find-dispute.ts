import type { Dispute } from '../model/dispute.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Transaction } from '../model/transaction.ts'
import { notFound } from '../protocol/answer.ts'

/** @throws {RequestRejected} 404 */
export function findDispute(merchant: Merchant, id: string | undefined): Dispute {
  const dispute = merchant.disputes.get(id ?? '')
  if (dispute === undefined) throw notFound(`dispute ${id}`)
  return dispute
}

export function saleOf(merchant: Merchant, { transactionId }: Dispute): Transaction {
  const sale = merchant.transactions.get(transactionId)
  if (sale === undefined) throw new Error('disputed transaction not found')
  return sale
}

/** The disputes of a transaction, oldest first. */
export function disputesOf(merchant: Merchant, { disputeIds = [] }: Transaction): readonly Dispute[] {
  return disputeIds.flatMap((id) => merchant.disputes.get(id) ?? [])
}
