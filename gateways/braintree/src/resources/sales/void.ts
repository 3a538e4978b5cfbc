import type { Transaction } from '../../model/transaction.ts'
import type { Answer } from '../../protocol/answer.ts'
import { findTransaction } from '../../protocol/find.ts'
import type { Call } from '../../protocol/route.ts'
import { answerChanged, refuse } from '../transactions/answer-transaction.ts'
import { move } from '../transactions/move.ts'
import { once } from '../transactions/request-key.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'

/** Takes back a transaction that has not begun to settle. */
export function voidTransaction(call: Call): Answer {
  const { merchant, path, body, now, user } = call
  const transaction = findTransaction(merchant, path.id)
  return once(
    call,
    `void ${transaction.id}`,
    () => {
      if (!canVoid(transaction)) return { refused: refuse(transactionProblems.cannotVoid, body) }
      move(transaction, 'voided', { timestamp: now, user, source: 'api' })
      return { made: transaction }
    },
    answerChanged,
  )
}

function canVoid({ status }: Transaction): boolean {
  return status === 'authorized' || status === 'submitted_for_settlement'
}
