import type { Transaction } from '../../model/transaction.ts'
import { type Answer, invalid } from '../../protocol/answer.ts'
import { booleanOf, type Params, partOf, textOf } from '../../protocol/params.ts'
import { type Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { chargedCardOf } from '../cards/charged-card.ts'
import { consumeNonce } from '../cards/nonces.ts'
import { retryCharge } from '../subscriptions/retry-charge.ts'
import { refuse } from './answer-transaction.ts'
import { type Charge, charge, isPaid, transactionOf } from './charge.ts'
import { responseOf } from './processor.ts'
import { readAmount } from './read-amount.ts'
import { readSale, type Sale } from './read-sale.ts'
import { keep } from './recent-transactions.ts'
import { type Done, once } from './request-key.ts'
import { storeInVault } from './store-in-vault.ts'
import { transactionProblems } from './transaction-problems.ts'

/** Takes money from a card, or gives some, or tries a subscription's card again. */
export function createTransaction(call: Call): Answer {
  const params = partOf(call.body, 'transaction')
  return once(call, 'create', (key) => {
    const type = textOf(params, 'type')
    const problem = problemOf(type)
    const problems = new Problems()
    if (problem !== null) problems.add(['transaction'], problem)
    if (problem === null && textOf(params, 'subscription_id') != null) return retry(call, params)
    return sell(call, params, type === 'credit' ? 'credit' : 'sale', key, problems)
  })
}

function problemOf(type: string | null | undefined): Problem | null {
  if (type === undefined || type === null) return transactionProblems.typeRequired
  return type === 'sale' || type === 'credit' ? null : transactionProblems.typeInvalid
}

function retry({ gateway, merchant, now, user, body }: Call, params: Params): Done {
  const problems = new Problems()
  const amount = readAmount(params, problems) ?? null
  if (!problems.isEmpty) return { refused: invalid(problems, body) }
  const retried = retryCharge(gateway, merchant, now, {
    subscriptionId: textOf(params, 'subscription_id') ?? '',
    amount,
    submitsForSettlement: booleanOf(partOf(params, 'options'), 'submit_for_settlement') === true,
    user,
  })
  switch (retried.kind) {
    case 'charged':
      return { made: retried.transaction }
    case 'subscription_unknown':
      return { refused: refuse(transactionProblems.subscriptionInvalid, body) }
    case 'not_past_due':
      return { refused: refuse(transactionProblems.subscriptionNotPastDue, body) }
  }
}

function sell(
  call: Call,
  params: Params,
  type: Transaction['type'],
  apiRequestKey: string | null,
  problems: Problems,
): Done {
  const { merchant, now, user, body } = call
  const sale = readSale(call, params, problems)
  if (sale === null) return { refused: invalid(problems, body) }
  const options = partOf(params, 'options')
  const wanted: Charge = {
    amount: sale.amount,
    card: chargedCardOf(
      sale.source.kind === 'vaulted' ? sale.source.card : { ...sale.source.draft, token: null },
    ),
    customerId: sale.customer?.id ?? null,
    customer: sale.customer === null ? strangerOf(params, sale) : null,
    merchantAccountId: sale.merchantAccountId,
    orderId: sale.orderId,
    billing: sale.billing.fields,
    billingAddressId: sale.billing.id,
    shipping: sale.shipping.fields,
    shippingAddressId: sale.shipping.id,
    cvvResponse: sale.cvvResponse,
    customFields: sale.customFields.stored,
    recurring: null,
    descriptor: sale.descriptor,
    purchase: sale.purchase,
    createdUsing: textOf(params, 'payment_method_token') == null ? 'full_information' : 'token',
    apiRequestKey,
    submitsForSettlement: booleanOf(options, 'submit_for_settlement') === true,
    user,
    source: 'api',
  }
  const made = type === 'sale' ? charge(call.gateway, merchant, now, wanted) : credit(call, wanted)
  consumeNonceOf(sale)
  storeInVault(merchant, now, sale, made, {
    storesCard:
      booleanOf(options, 'store_in_vault') === true ||
      (booleanOf(options, 'store_in_vault_on_success') === true && isPaid(made)),
    storesBilling: booleanOf(options, 'add_billing_address_to_payment_method') === true,
    storesShipping: booleanOf(options, 'store_shipping_address_in_vault') === true,
  })
  return { made, passedBack: sale.customFields.passedBack }
}

/** Somebody who is described in the request and is in no vault. */
function strangerOf(params: Params, { newCustomer }: Sale): Transaction['customer'] {
  if (Object.keys(partOf(params, 'customer')).length === 0) return null
  return { id: newCustomer.id ?? '', ...newCustomer.fields }
}

/** Nobody has to authorize that money is given. */
function credit({ merchant, now }: Call, wanted: Charge): Transaction {
  const made = transactionOf(merchant, now, wanted, {
    type: 'credit',
    gatewayRejectionReason: null,
    response: responseOf('1002', wanted.card.number.whole),
    statuses: ['submitted_for_settlement'],
  })
  keep(merchant, made)
  return made
}

/** A nonce is used up by the attempt, whatever came of it. */
function consumeNonceOf({ source }: Sale): void {
  const nonce = source.kind === 'vaulted' ? source.nonce : source.draft.nonce
  if (nonce !== null) consumeNonce(nonce)
}
