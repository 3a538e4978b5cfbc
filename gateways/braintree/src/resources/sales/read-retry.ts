import { moneyText } from '../../model/money.ts'
import { type Params, partOf, textOf } from '../../model/params.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { useNonce } from '../cards/nonces.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'
import { readSale, type Sale } from './read-sale.ts'

export type Retry = { readonly subscription: Subscription; readonly sale: Sale }

/**
 * A sale for a subscription that is past due. Card, customer and merchant account are the subscription's; a request may name
 * them, but no others. Without an amount all that is owed is charged; everything else is read as for any sale.
 */
export function readRetry(call: Call, params: Params, problems: Problems): Retry | null {
  const subscription = call.merchant.subscriptions.get(textOf(params, 'subscription_id') ?? '')
  const addProblem = (problem: Problem) => problems.add(['transaction'], problem)
  if (subscription === undefined) {
    addProblem(transactionProblems.subscriptionInvalid)
    return null
  }
  if (subscription.status !== 'Past Due') {
    addProblem(transactionProblems.subscriptionNotPastDue)
    return null
  }
  checkCard(call, params, subscription, addProblem)
  checkCustomer(call, params, subscription, addProblem)
  checkAccount(call, params, subscription, addProblem)
  const sale = readSale(call, asSale(params, subscription), problems)
  return sale === null
    ? null
    : { subscription, sale: { ...sale, descriptor: sale.descriptor ?? subscription.descriptor } }
}

/** The request for a retry as a sale with the subscription's own card and account. */
function asSale(params: Params, { balance, paymentMethodToken, merchantAccountId }: Subscription): Params {
  const { payment_method_nonce: _, customer_id: __, credit_card: ___, ...others } = params
  const { cvv } = partOf(params, 'credit_card')
  return {
    ...others,
    amount: textOf(params, 'amount') ?? moneyText(balance),
    payment_method_token: paymentMethodToken,
    merchant_account_id: merchantAccountId,
    ...(cvv !== undefined && { credit_card: { cvv } }),
  }
}

function checkCard(
  { merchant, now }: Call,
  params: Params,
  { paymentMethodToken }: Subscription,
  addProblem: (problem: Problem) => void,
): void {
  const token = textOf(params, 'payment_method_token') ?? null
  if (token !== null && !merchant.cards.has(token)) addProblem(transactionProblems.tokenInvalid)
  else if (token !== null && token !== paymentMethodToken)
    addProblem(transactionProblems.tokenOfAnotherSubscription)
  const given = textOf(params, 'payment_method_nonce') ?? null
  const nonce = given === null ? null : useNonce(merchant, now, given)
  if (nonce === 'consumed') addProblem(transactionProblems.nonceConsumed)
  else if (nonce === 'unknown') addProblem(transactionProblems.nonceUnknown)
  const isOther = nonce !== null && (typeof nonce === 'string' || nonce.token !== paymentMethodToken)
  if (isOther && nonce !== 'consumed' && nonce !== 'unknown')
    addProblem(transactionProblems.tokenOfAnotherSubscription)
  if (textOf(partOf(params, 'credit_card'), 'number') != null)
    addProblem(transactionProblems.tokenOfAnotherSubscription)
}

function checkCustomer(
  { merchant }: Call,
  params: Params,
  { paymentMethodToken }: Subscription,
  addProblem: (problem: Problem) => void,
): void {
  const id = textOf(params, 'customer_id') ?? null
  if (id === null) return
  if (!merchant.customers.has(id)) addProblem(transactionProblems.customerIdInvalid)
  else if (merchant.cards.get(paymentMethodToken)?.customerId !== id)
    addProblem(transactionProblems.subscriptionOfAnother)
}

function checkAccount(
  { merchant }: Call,
  params: Params,
  { merchantAccountId }: Subscription,
  addProblem: (problem: Problem) => void,
): void {
  const id = textOf(params, 'merchant_account_id') ?? merchantAccountId
  if (!merchant.merchantAccounts.some((each) => each.id === id))
    addProblem(transactionProblems.merchantAccountInvalid)
  else if (id !== merchantAccountId) addProblem(transactionProblems.accountOfAnotherSubscription)
}
