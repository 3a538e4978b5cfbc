import { type Answer, ok } from '../protocol/answer.ts'
import { findTransaction } from '../protocol/find.ts'
import type { Call, Route } from '../protocol/route.ts'
import { array } from '../protocol/xml.ts'
import { cloneTransaction } from '../resources/sales/clone.ts'
import { createTransaction } from '../resources/sales/create-transaction.ts'
import { orderShape } from '../resources/sales/read-order.ts'
import { shippingShape } from '../resources/sales/read-sale-address.ts'
import { refundTransaction } from '../resources/sales/refund.ts'
import { saleShape } from '../resources/sales/sale-shape.ts'
import { submitForPartialSettlement, submitForSettlement, updateDetails } from '../resources/sales/submit.ts'
import { transactionSearch, transactionsOfCustomer } from '../resources/sales/transaction-search.ts'
import { voidTransaction } from '../resources/sales/void.ts'
import { answerChanged } from '../resources/transactions/answer-transaction.ts'

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
