import { booleanOf, partOf, textOf } from '../../model/params.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type Answer, invalid } from '../../protocol/answer.ts'
import { findTransaction } from '../../protocol/find.ts'
import { type Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { answerMade, failureOf, refuse } from '../transactions/answer-transaction.ts'
import { charge } from '../transactions/charge.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'
import { readRequiredAmount } from './read-amount.ts'

/** Charges a card again that is not in the vault. */
export function cloneTransaction(call: Call): Answer {
  const { gateway, merchant, path, body, now, user } = call
  const original = findTransaction(merchant, path.id)
  const params = partOf(body, 'transaction_clone')
  const submitsForSettlement = booleanOf(partOf(params, 'options'), 'submit_for_settlement')
  const problem = problemOf(original, submitsForSettlement)
  if (problem !== null) return refuse(problem, body)
  const problems = new Problems(['transaction'])
  const amount = readRequiredAmount(params, problems)
  if (amount === undefined || !problems.isEmpty) return invalid(problems, body)
  const channel = textOf(params, 'channel') ?? null
  const made = charge(gateway, merchant, now, {
    ...original,
    amount,
    customerId: original.customer?.id ?? null,
    purchase: { ...original.purchase, channel },
    cvvResponse: 'I',
    apiRequestKey: null,
    authorizedTransactionId: null,
    submitsForSettlement: submitsForSettlement === true,
    user,
    source: 'api',
  })
  return answerMade(merchant, made, body)
}

function problemOf(original: Transaction, submitsForSettlement: boolean | undefined): Problem | null {
  if (original.type === 'credit') return transactionProblems.cannotCloneCredit
  if (original.card.token !== null) return transactionProblems.cannotCloneVaulted
  if (failureOf(original) !== null) return transactionProblems.cannotCloneUnsuccessful
  return submitsForSettlement === undefined ? transactionProblems.cloneNeedsSubmission : null
}
