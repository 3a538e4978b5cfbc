import type { Merchant } from '../../model/merchant.ts'
import type { Transaction } from '../../model/transaction.ts'
import { notFound } from '../../protocol/answer.ts'

/** @throws {RequestRejected} 404 */
export function findTransaction(merchant: Merchant, id: string | undefined): Transaction {
  const transaction = merchant.transactions.get(id ?? '')
  if (transaction === undefined) throw notFound(`transaction ${id}`)
  return transaction
}
