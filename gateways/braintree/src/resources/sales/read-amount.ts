import { type Cents, parseMoney } from '../../model/money.ts'
import { type Params, textOf } from '../../model/params.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'

/** The most that one transaction may come to. */
const MAX_AMOUNT: Cents = 999_999_999

/** The amount of a transaction; undefined when it is absent or invalid. */
export function readAmount(params: Params, problems: Problems): Cents | undefined {
  const text = textOf(params, 'amount')
  if (text === undefined || text === null) return undefined
  const amount = parseMoney(text)
  const problem = problemOf(amount)
  if (problem === null && amount !== null) return amount
  if (problem !== null) problems.add(problem)
  return undefined
}

/** Does what `readAmount` does where an amount is required. */
export function readRequiredAmount(params: Params, problems: Problems): Cents | undefined {
  if (textOf(params, 'amount') == null) {
    problems.add(transactionProblems.amountRequired)
    return undefined
  }
  return readAmount(params, problems)
}

function problemOf(amount: Cents | null): Problem | null {
  if (amount === null) return transactionProblems.amount.format
  if (amount < 0) return transactionProblems.amount.negative
  if (amount === 0) return transactionProblems.amountNotPositive
  return amount > MAX_AMOUNT ? transactionProblems.amount.tooLarge : null
}
