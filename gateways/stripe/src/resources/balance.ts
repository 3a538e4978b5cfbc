import { changeBalance } from '../billing/change-balance.ts'
import { findCustomer } from '../lookup/find.ts'
import { checkAmount } from '../money/currencies.ts'
import { balanceTransactionJson } from '../objects/customer-json.ts'
import { missing } from '../wire/api-error.ts'
import { byClock } from '../work.ts'
import { list, ofCustomer, same } from './list-route.ts'
import { get, post, type Route } from './route.ts'

const path = '/customers/:customer/balance_transactions'

export const balanceRoutes: readonly Route[] = [
  post(path, 'customer', (params, { customer: id }) => {
    const amount = params.neededInteger('amount')
    const currency = params.currency('currency') ?? params.neededText('currency')
    checkAmount(amount, currency, 'amount')
    const [description, metadata] = [params.text('description') ?? null, params.metadata()]
    return (work) => {
      const customer = findCustomer(work.account, id, 'customer')
      const change = { amount, currency, description, metadata, type: 'adjustment' } as const
      return balanceTransactionJson(changeBalance(byClock(work, customer.testClock), customer, change))
    }
  }),
  list(
    path,
    'customer',
    ofCustomer(({ balanceTransactions }) => balanceTransactions),
    {
      filters: { invoice: same('invoice') },
      view: balanceTransactionJson,
    },
  ),
  post(`${path}/:id`, 'customer', (params, { customer, id = '' }) => {
    const description = params.text('description')
    params.accept('metadata')
    return ({ account }) => {
      const found = account.balanceTransactions.get(id)
      if (found === undefined || found.customer !== customer)
        throw missing('customer balance transaction', id)
      if (description !== undefined) found.description = description
      found.metadata = params.metadata(found.metadata)
      return balanceTransactionJson(found)
    }
  }),
  get(`${path}/:id`, 'customer', (_params, { customer, id = '' }) => ({ account }) => {
    const found = account.balanceTransactions.get(id)
    if (found === undefined || found.customer !== customer) throw missing('customer balance transaction', id)
    return balanceTransactionJson(found)
  }),
]
