import { dayOf } from '../../model/day.ts'
import type { Settlement, Transaction } from '../../model/transaction.ts'
import { type Answer, invalid, ok } from '../../protocol/answer.ts'
import { findTransaction } from '../../protocol/find.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { transactionXml } from '../../records/transaction-xml.ts'
import { move } from '../transactions/move.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'

type Simulated = 'settled' | 'settlement_confirmed' | 'settlement_declined' | 'settlement_pending'

const responses: Readonly<Record<Simulated, Pick<Settlement, 'code' | 'text'>>> = {
  settled: { code: '', text: '' },
  settlement_confirmed: { code: '4000', text: 'Confirmed' },
  settlement_declined: { code: '4001', text: 'Settlement Declined' },
  settlement_pending: { code: '4002', text: 'Settlement Pending' },
}

/** Ends the settlement of a transaction as the caller wants it to end. */
export function simulateSettlement({ merchant, path, now, user }: Call, to: Simulated): Answer {
  const transaction = findTransaction(merchant, path.id)
  if (!canSettle(transaction)) {
    const problems = new Problems(['transaction'])
    problems.add(transactionProblems.cannotSimulateSettlement)
    return invalid(problems, {})
  }
  const batchId = to === 'settled' ? `${dayOf(now)}_${transaction.merchantAccountId}` : null
  transaction.settlement = { batchId, ...responses[to] }
  move(transaction, to, { timestamp: now, user, source: 'api' })
  return ok('transaction', transactionXml(merchant, transaction))
}

/** A settled transaction cannot be declined afterwards; a pending one can become anything. */
function canSettle({ status }: Transaction): boolean {
  return status === 'submitted_for_settlement' || status === 'settling' || status === 'settlement_pending'
}
