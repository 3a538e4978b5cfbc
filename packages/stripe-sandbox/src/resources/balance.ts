import { emit } from '../events/emit.ts'
import type { BalanceTransaction, BalanceTransactionType, Customer } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import { balanceTransactionJson } from '../objects/customer-json.ts'
import { missing } from '../wire/api-error.ts'
import { pageOf, readCursor } from '../wire/list.ts'
import type { Metadata } from '../wire/params.ts'
import { get, post, type Route } from '../wire/route.ts'
import { byClock, type Work } from '../work.ts'
import { findCustomer } from './find.ts'

type Change = {
  readonly amount: number
  readonly currency: string
  readonly type: BalanceTransactionType
  readonly invoice?: string
  readonly creditNote?: string
  readonly description?: string | null
  readonly metadata?: Metadata
}

/** Changes a customer's balance in a currency, and writes the transaction down that says so. */
export function changeBalance(work: Work, customer: Customer, change: Change): BalanceTransaction {
  const { account, now } = work
  const { amount, currency, type } = change
  const endingBalance = (customer.balances[currency] ?? 0) + amount
  customer.balances = { ...customer.balances, [currency]: endingBalance }
  customer.currency ??= currency
  const made: BalanceTransaction = {
    id: newId(account, 'cbtxn'),
    created: now,
    customer: customer.id,
    amount,
    currency,
    endingBalance,
    type,
    invoice: change.invoice ?? null,
    creditNote: change.creditNote ?? null,
    description: change.description ?? null,
    metadata: change.metadata ?? {},
  }
  account.balanceTransactions.set(made.id, made)
  emit(work, 'customer_balance_transaction.created', { object: balanceTransactionJson(made) })
  return made
}

const path = '/customers/:customer/balance_transactions'

export const balanceRoutes: readonly Route[] = [
  post(path, 'customer', (params, { customer: id }) => {
    const amount = params.neededInteger('amount')
    const currency = params.currency('currency') ?? params.neededText('currency')
    const [description, metadata] = [params.text('description') ?? null, params.metadata()]
    return (work) => {
      const customer = findCustomer(work.account, id, 'customer')
      const change = { amount, currency, description, metadata, type: 'adjustment' } as const
      return balanceTransactionJson(changeBalance(byClock(work, customer.testClock), customer, change))
    }
  }),
  get(path, 'customer', (params, { customer: id }) => {
    const cursor = readCursor(params)
    const invoice = params.text('invoice')
    return ({ account }) => {
      const customer = findCustomer(account, id)
      const all = Array.from(account.balanceTransactions.values()).filter((it) => {
        return it.customer === customer.id && (invoice == null || it.invoice === invoice)
      })
      const url = `/v1/customers/${customer.id}/balance_transactions`
      return pageOf(url, all, cursor, balanceTransactionJson)
    }
  }),
  get(`${path}/:id`, 'customer', (_params, { customer, id = '' }) => ({ account }) => {
    const found = account.balanceTransactions.get(id)
    if (found === undefined || found.customer !== customer) throw missing('customer balance transaction', id)
    return balanceTransactionJson(found)
  }),
]
