import { type Answer, ok } from '../../protocol/answer.ts'
import type { Call, Route } from '../../protocol/route.ts'
import { array } from '../../protocol/xml.ts'
import { answerChanged } from './answer-transaction.ts'
import { cloneTransaction } from './clone.ts'
import { createTransaction } from './create-transaction.ts'
import { findTransaction } from './find-transaction.ts'
import { orderShape } from './read-order.ts'
import { shippingShape } from './read-place.ts'
import { refundTransaction } from './refund.ts'
import { saleShape } from './sale-shape.ts'
import { submitForPartialSettlement, submitForSettlement, updateDetails } from './submit.ts'
import { transactionSearch, transactionsOfCustomer } from './transaction-search.ts'
import { voidTransaction } from './void.ts'

const submitShape = {
  transaction: { ...orderShape, amount: 'value', api_request_key: 'value', shipping: shippingShape },
} as const

export const transactionRoutes: readonly Route[] = [
  { method: 'POST', path: '/transactions', body: { transaction: saleShape }, handle: createTransaction },
  ...transactionSearch,
  ...transactionsOfCustomer,
  {
    method: 'GET',
    path: '/transactions/:id',
    handle: ({ merchant, path }) => answerChanged(merchant, findTransaction(merchant, path.id)),
  },
  { method: 'GET', path: '/transactions/:id/line_items', handle: listLineItems },
  {
    method: 'PUT',
    path: '/transactions/:id/void',
    body: { transaction: { api_request_key: 'value' } },
    handle: voidTransaction,
  },
  {
    method: 'PUT',
    path: '/transactions/:id/submit_for_settlement',
    body: submitShape,
    handle: submitForSettlement,
  },
  {
    method: 'POST',
    path: '/transactions/:id/submit_for_partial_settlement',
    body: submitShape,
    handle: submitForPartialSettlement,
  },
  {
    method: 'PUT',
    path: '/transactions/:id/update_details',
    body: {
      transaction: {
        amount: 'value',
        order_id: 'value',
        descriptor: { name: 'value', phone: 'value', url: 'value' },
      },
    },
    handle: updateDetails,
  },
  {
    method: 'POST',
    path: '/transactions/:id/refund',
    body: {
      transaction: {
        amount: 'value',
        order_id: 'value',
        merchant_account_id: 'value',
        api_request_key: 'value',
      },
    },
    handle: refundTransaction,
  },
  {
    method: 'POST',
    path: '/transactions/:id/clone',
    body: {
      transaction_clone: {
        amount: 'value',
        channel: 'value',
        options: { submit_for_settlement: 'value' },
      },
    },
    handle: cloneTransaction,
  },
]

/** A sale that says line items is refused, so there are none. */
function listLineItems({ merchant, path }: Call): Answer {
  findTransaction(merchant, path.id)
  return ok('line-items', array('line-item', []))
}
