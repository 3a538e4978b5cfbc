import type { Merchant } from '../../model/merchant.ts'
import type { Cents } from '../../model/money.ts'
import { type Params, partOf, textOf } from '../../model/params.ts'
import type { ProcessorResponse } from '../../model/processor-response.ts'
import type { Transaction } from '../../model/transaction.ts'
import { authorize, responseOf } from '../../processor/processor.ts'
import { type Answer, invalid } from '../../protocol/answer.ts'
import { findTransaction } from '../../protocol/find.ts'
import { type Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { failureOf, refuse } from '../transactions/answer-transaction.ts'
import { noPurchaseDetails, transactionOf } from '../transactions/charge.ts'
import { keep } from '../transactions/recent-transactions.ts'
import { type Done, once } from '../transactions/request-key.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'
import { readAmount } from './read-amount.ts'

const MAX_ORDER_ID = 255

/** Refunds a sale: the whole rest of it, or a part. */
export function refundTransaction(call: Call): Answer {
  const sale = findTransaction(call.merchant, call.path.id)
  return once(call, `refund ${sale.id}`, (key) => refund(call, sale, key))
}

function refund(call: Call, sale: Transaction, apiRequestKey: string | null): Done {
  const { merchant, body, now, user } = call
  const params = partOf(body, 'transaction')
  const left = leftOf(merchant, sale)
  const problem = problemOf(sale, left)
  if (problem !== null) return { refused: refuse(problem, body) }

  const problems = new Problems(['transaction'])
  const amount = readAmount(params, problems) ?? left
  const orderId = textOf(params, 'order_id') ?? sale.orderId
  if (amount > left) problems.add(transactionProblems.refundTooLarge)
  if ((orderId ?? '').length > MAX_ORDER_ID) {
    problems.add(transactionProblems.orderIdTooLong)
  }
  const merchantAccountId = readAccount(merchant, params, sale, problems)
  if (!problems.isEmpty) return { refused: invalid(problems, body) }

  const response = answerToRefund(amount, sale.card.number.whole)
  const wanted = {
    ...sale,
    amount,
    orderId,
    apiRequestKey,
    merchantAccountId,
    customerId: sale.customer?.id ?? null,
  }
  const made = transactionOf(
    merchant,
    now,
    {
      ...wanted,
      purchase: noPurchaseDetails,
      authorizedTransactionId: null,
      submitsForSettlement: true,
      user,
      source: 'api',
    },
    {
      type: 'credit',
      gatewayRejectionReason: null,
      response,
      statuses: response.type === 'approved' ? ['submitted_for_settlement'] : ['processor_declined'],
      refundedTransactionId: sale.id,
    },
  )
  keep(merchant, made)
  if (failureOf(made) === null) sale.refundIds = [...sale.refundIds, made.id]
  return { made }
}

/** Money goes back in the currency in which it came, perhaps by another account. */
function readAccount(merchant: Merchant, params: Params, sale: Transaction, problems: Problems): string {
  const id = textOf(params, 'merchant_account_id') ?? sale.merchantAccountId
  const account = merchant.merchantAccounts.find((each) => each.id === id)
  if (id !== sale.merchantAccountId && account?.currency !== sale.currency) {
    problems.add(transactionProblems.merchantAccountInvalid)
  }
  return id
}

/** The amount that is not refunded yet. Voided and declined refunds do not count. */
function leftOf(merchant: Merchant, sale: Transaction): Cents {
  const refunds = sale.refundIds.map((id) => merchant.transactions.get(id))
  return refunds.reduce(
    (left, it) => (it === undefined || isUndone(it) ? left : left - it.amount),
    sale.amount,
  )
}

function isUndone({ status }: Transaction): boolean {
  return status === 'voided' || status === 'settlement_declined'
}

function problemOf(sale: Transaction, left: Cents): Problem | null {
  if (sale.type === 'credit') return transactionProblems.cannotRefundCredit
  if (left <= 0) return transactionProblems.alreadyRefunded
  const isSettled = ['settled', 'settling', 'settlement_confirmed'].includes(sale.status)
  return isSettled ? null : transactionProblems.cannotRefundUnsettled
}

/** An issuer that softly declines to authorize a refund gets it all the same. */
function answerToRefund(amount: Cents, number: string): ProcessorResponse {
  const authorized = authorize(amount, number)
  if (authorized.type === 'hard_declined') return authorized
  return authorized.type === 'approved'
    ? { ...authorized, code: '1002', text: 'Processed' }
    : { ...responseOf('1005', number), declined: `${authorized.code} : ${authorized.text}` }
}
