import type { Merchant } from '../../model/merchant.ts'
import type { Params } from '../../model/params.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type Answer, created, declined, invalid, ok } from '../../protocol/answer.ts'
import { type Problem, Problems } from '../../protocol/problems.ts'
import { transactionXml } from '../../records/transaction-xml.ts'

/** A transaction that a request made: one that failed is an error with the transaction beside it. */
export function answerMade(
  merchant: Merchant,
  transaction: Transaction,
  body: Params,
  passedBack: Readonly<Record<string, string>> = {},
): Answer {
  const customFields = { ...transaction.customFields, ...passedBack }
  const xml = transactionXml(merchant, { ...transaction, customFields })
  const failure = failureOf(transaction)
  return failure === null ? created('transaction', xml) : declined(failure, body, { transaction: xml })
}

/** A transaction that a request changed. */
export function answerChanged(merchant: Merchant, transaction: Transaction): Answer {
  return ok('transaction', transactionXml(merchant, transaction))
}

/** Refuses a request about a transaction with one problem. */
export function refuse(problem: Problem, body: Params, path = 'transaction'): Answer {
  const problems = new Problems()
  problems.at(path).add(problem)
  return invalid(problems, body)
}

/** Why no money moved, in the words of the gateway; null when it did. */
export function failureOf(it: Transaction): string | null {
  if (it.status === 'gateway_rejected') return `Gateway Rejected: ${it.gatewayRejectionReason}`
  const isFailed = it.status === 'processor_declined' || it.status === 'failed'
  return isFailed ? it.processorResponse.text : null
}
