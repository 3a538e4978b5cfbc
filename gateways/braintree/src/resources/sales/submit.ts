import type { Cents } from '../../model/money.ts'
import { type Params, partOf } from '../../model/params.ts'
import type { Transaction } from '../../model/transaction.ts'
import { type Answer, invalid } from '../../protocol/answer.ts'
import { findTransaction } from '../../protocol/find.ts'
import { Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { answerChanged, refuse } from '../transactions/answer-transaction.ts'
import { transactionOf } from '../transactions/charge.ts'
import { move } from '../transactions/move.ts'
import { keep } from '../transactions/recent-transactions.ts'
import { type Done, once } from '../transactions/request-key.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'
import { readAmount } from './read-amount.ts'
import { type OrderDetails, readOrderDetails } from './read-order.ts'
import { readSaleAddress, type SaleAddress } from './read-sale-address.ts'

/** Has an authorized amount, or less, settle. */
export function submitForSettlement(call: Call): Answer {
  const { merchant, path, body, now, user } = call
  const transaction = findTransaction(merchant, path.id)
  return once(
    call,
    `submit ${transaction.id}`,
    () => {
      if (transaction.status !== 'authorized') {
        return { refused: refuse(transactionProblems.cannotSubmit, body) }
      }
      const read = readChange(transaction, body, transaction.amount)
      if ('refused' in read) return read
      keepChange(transaction, read)
      move(transaction, 'submitted_for_settlement', { timestamp: now, user, source: 'api' })
      return { made: transaction }
    },
    answerChanged,
  )
}

/** Has a part of the authorized amount settle, as a transaction of its own; more parts may follow. */
export function submitForPartialSettlement(call: Call): Answer {
  const transaction = findTransaction(call.merchant, call.path.id)
  return once(call, `partial ${transaction.id}`, (key) => settlePart(call, transaction, key))
}

/** Changes a submitted transaction, before it settles. */
export function updateDetails({ merchant, path, body, now }: Call): Answer {
  const transaction = findTransaction(merchant, path.id)
  if (transaction.status !== 'submitted_for_settlement') {
    return refuse(transactionProblems.cannotUpdateDetails, body)
  }
  const read = readChange(transaction, body, transaction.amount)
  if ('refused' in read) return read.refused
  keepChange(transaction, read)
  transaction.updatedAt = now
  return answerChanged(merchant, transaction)
}

function settlePart(call: Call, whole: Transaction, apiRequestKey: string | null): Done {
  const { merchant, body, now, user } = call
  if (whole.authorizedTransactionId !== null || whole.type === 'credit') {
    return { refused: refuse(transactionProblems.cannotSubmitPartially, body) }
  }
  if (whole.status !== 'authorized' && whole.partialSettlementTransactionIds.length === 0) {
    return { refused: refuse(transactionProblems.cannotSubmit, body) }
  }
  const parts = whole.partialSettlementTransactionIds.map((id) => merchant.transactions.get(id)?.amount ?? 0)
  const left = parts.reduce((rest, amount) => rest - amount, whole.amount)
  const read = readChange(whole, body, left)
  if ('refused' in read) return read
  const part = transactionOf(
    merchant,
    now,
    {
      ...whole,
      ...read.details,
      ...(read.shipping !== null && {
        shipping: read.shipping.fields,
        shippingAddressId: read.shipping.id,
      }),
      amount: read.amount,
      customerId: whole.customer?.id ?? null,
      apiRequestKey,
      authorizedTransactionId: whole.id,
      submitsForSettlement: true,
      user,
      source: 'api',
    },
    {
      type: 'sale',
      gatewayRejectionReason: null,
      response: whole.processorResponse,
      statuses: ['submitted_for_settlement'],
    },
  )
  keep(merchant, part)
  whole.partialSettlementTransactionIds = [...whole.partialSettlementTransactionIds, part.id]
  if (whole.status === 'authorized') {
    move(whole, 'settlement_pending', { timestamp: now, user, source: 'api' })
  }
  return { made: part }
}

type Change = {
  readonly amount: Cents
  readonly details: OrderDetails
  /** Null: it stays as it was. */
  readonly shipping: SaleAddress | null
}

/** @param most what may be settled */
function readChange(
  transaction: Transaction,
  body: Params,
  most: Cents,
): Change | { readonly refused: Answer } {
  const params = partOf(body, 'transaction')
  const problems = new Problems(['transaction'])
  const amount = readAmount(params, problems) ?? most
  if (amount > most) problems.add(transactionProblems.settlementTooLarge)
  const details = readOrderDetails(params, transaction, problems)
  const shipping = readSaleAddress(params, 'shipping', null, problems)
  return problems.isEmpty ? { amount, details, shipping } : { refused: invalid(problems, body) }
}

function keepChange(transaction: Transaction, { amount, details, shipping }: Change): void {
  transaction.amount = amount
  transaction.orderId = details.orderId
  transaction.descriptor = details.descriptor
  transaction.purchase = details.purchase
  if (shipping === null) return
  transaction.shipping = shipping.fields
  transaction.shippingAddressId = shipping.id
}
