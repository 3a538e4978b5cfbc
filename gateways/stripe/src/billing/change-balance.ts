import { emit } from '../events/emit.ts'
import type { BalanceTransaction, BalanceTransactionType, Customer } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import { balanceTransactionJson } from '../objects/customer-json.ts'
import type { Metadata } from '../wire/metadata.ts'
import type { Work } from '../work.ts'

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
