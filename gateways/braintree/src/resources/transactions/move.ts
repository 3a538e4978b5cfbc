import type { Transaction, TransactionStatus, TransactionStatusEvent } from '../../model/transaction.ts'

/** Who moves a transaction on, and when. */
export type Mover = Pick<TransactionStatusEvent, 'timestamp' | 'user' | 'source'>

/** Gives a transaction its next status, and keeps that in its history. */
export function move(transaction: Transaction, status: TransactionStatus, by: Mover): void {
  transaction.status = status
  transaction.updatedAt = by.timestamp
  transaction.statusHistory = [{ ...by, status, amount: transaction.amount }, ...transaction.statusHistory]
}
