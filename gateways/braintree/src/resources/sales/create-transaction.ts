import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { Transaction } from '../../model/transaction.ts'
import { responseOf } from '../../processor/processor.ts'
import { type Answer, invalid } from '../../protocol/answer.ts'
import { type Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { chargedCardOf } from '../cards/charged-card.ts'
import { consumeNonce } from '../cards/nonces.ts'
import { isDisputedCard, openTestDispute } from '../disputes/open-dispute.ts'
import { retryCharge } from '../subscriptions/retry-charge.ts'
import { type Charge, charge, isPaid, transactionOf } from '../transactions/charge.ts'
import { findTransaction } from '../transactions/find-transaction.ts'
import { keep } from '../transactions/recent-transactions.ts'
import { type Done, once } from '../transactions/request-key.ts'
import { settleAtOnce } from '../transactions/settle.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'
import { readRetry } from './read-retry.ts'
import { readSale, type Sale } from './read-sale.ts'
import { storeInVault } from './store-in-vault.ts'

/** Takes money from a card, or gives some, or tries a subscription's card again. */
export function createTransaction(call: Call): Answer {
  const params = partOf(call.body, 'transaction')
  return once(call, 'create', (key) => {
    const type = textOf(params, 'type')
    const problem = problemOf(type, params)
    const problems = new Problems()
    if (problem !== null) problems.add(['transaction'], problem)
    if (problem === null && hasSubscription(params)) return retry(call, params, key, problems)
    return sell(call, params, type === 'credit' ? 'credit' : 'sale', key, problems)
  })
}

function problemOf(type: string | null | undefined, params: Params): Problem | null {
  if (type === undefined || type === null) return transactionProblems.typeRequired
  const isKnown = type === 'sale' || (type === 'credit' && !hasSubscription(params))
  return isKnown ? null : transactionProblems.typeInvalid
}

function hasSubscription(params: Params): boolean {
  return textOf(params, 'subscription_id') != null
}

function retry(call: Call, params: Params, key: string | null, problems: Problems): Done {
  const read = readRetry(call, params, problems)
  if (read === null) return { refused: invalid(problems, call.body) }
  const { subscription, sale } = read
  const wanted = chargeOf(call, params, sale, key)
  const made = retryCharge(call.gateway, call.merchant, call.now, subscription, {
    ...wanted,
    details: wanted,
  })
  return finish(call, params, sale, made)
}

function sell(
  call: Call,
  params: Params,
  type: Transaction['type'],
  key: string | null,
  problems: Problems,
): Done {
  const sale = readSale(call, params, problems)
  if (sale === null) return { refused: invalid(problems, call.body) }
  const wanted = chargeOf(call, params, sale, key)
  const made = type === 'sale' ? chargeSale(call, wanted) : credit(call, wanted)
  return finish(call, params, sale, made)
}

function chargeOf({ user }: Call, params: Params, sale: Sale, apiRequestKey: string | null): Charge {
  const { source } = sale
  return {
    amount: sale.amount,
    card: chargedCardOf(source.kind === 'vaulted' ? source.card : { ...source.draft, token: null }),
    customerId: sale.customer?.id ?? null,
    customer: sale.customer === null ? unsavedCustomer(params, sale) : null,
    merchantAccountId: sale.merchantAccountId,
    orderId: sale.orderId,
    billing: sale.billing.fields,
    billingAddressId: sale.billing.id,
    shipping: sale.shipping.fields,
    shippingAddressId: sale.shipping.id,
    cvvResponse: sale.cvvResponse,
    skipsAddressCheck: sale.skipsAddressCheck,
    customFields: sale.customFields.stored,
    recurring: null,
    descriptor: sale.descriptor,
    purchase: sale.purchase,
    createdUsing: textOf(params, 'payment_method_token') == null ? 'full_information' : 'token',
    apiRequestKey,
    submitsForSettlement: booleanOf(partOf(params, 'options'), 'submit_for_settlement') === true,
    user,
    source: 'api',
  }
}

/** Stores customer and card in the vault by the options of a request, with any result of the charge. */
function finish({ merchant, now }: Call, params: Params, sale: Sale, made: Transaction): Done {
  const options = partOf(params, 'options')
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

/** A customer described in the request and not in the vault. */
function unsavedCustomer(params: Params, { newCustomer }: Sale): Transaction['customer'] {
  if (Object.keys(partOf(params, 'customer')).length === 0) return null
  return { id: newCustomer.id ?? '', ...newCustomer.fields }
}

/** A sale to the test card for disputes has settled and is disputed at once. */
function chargeSale({ gateway, merchant, now }: Call, wanted: Charge): Transaction {
  const isDisputed = isDisputedCard(wanted.card.number)
  const submits = isDisputed || wanted.submitsForSettlement
  const made = charge(gateway, merchant, now, { ...wanted, submitsForSettlement: submits })
  if (!isDisputed || !isPaid(made)) return made
  const sale = findTransaction(merchant, made.id)
  settleAtOnce(sale, now)
  openTestDispute(gateway, merchant, sale, now)
  return sale
}

/** Credits need no authorization. */
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

/** A nonce is consumed by the attempt, with any result. */
function consumeNonceOf({ source }: Sale): void {
  const nonce = source.kind === 'vaulted' ? source.nonce : source.draft.nonce
  if (nonce !== null) consumeNonce(nonce)
}
