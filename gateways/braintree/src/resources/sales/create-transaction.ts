import { addAddress } from '../../addresses/keep-address.ts'
import type { Card } from '../../model/card.ts'
import type { Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import { moneyText } from '../../model/money.ts'
import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Transaction } from '../../model/transaction.ts'
import { responseOf } from '../../processor/processor.ts'
import { type Answer, invalid } from '../../protocol/answer.ts'
import { findTransaction } from '../../protocol/find.ts'
import { type Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { chargedCardOf } from '../cards/charged-card.ts'
import { consumeNonce, useNonce } from '../cards/nonces.ts'
import type { CardDraft } from '../cards/read-card.ts'
import { addCard } from '../cards/vault-card.ts'
import { addCustomer } from '../customers/add-customer.ts'
import { isDisputedCard, openTestDispute } from '../disputes/open-dispute.ts'
import { retryCharge } from '../subscriptions/retry-charge.ts'
import { type Charge, charge, isPaid, transactionOf } from '../transactions/charge.ts'
import { keep } from '../transactions/recent-transactions.ts'
import { type Done, once } from '../transactions/request-key.ts'
import { settleAtOnce } from '../transactions/settle.ts'
import { transactionProblems } from '../transactions/transaction-problems.ts'
import { readSale, type Sale } from './read-sale.ts'
import type { SaleAddress } from './read-sale-address.ts'

/** Takes money from a card, or gives some, or tries a subscription's card again. */
export function createTransaction(call: Call): Answer {
  const params = partOf(call.body, 'transaction')
  return once(call, 'create', (key) => {
    const type = textOf(params, 'type')
    const problem = problemOf(type, params)
    const problems = new Problems(['transaction'])
    if (problem !== null) problems.add(problem)
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

type Wanted = {
  readonly storesCard: boolean
  readonly storesBilling: boolean
  readonly storesShipping: boolean
}

/** Keeps what a sale brought, as far as its options want: the card, a customer for it, and addresses. */
function storeInVault(
  merchant: Merchant,
  now: number,
  sale: Sale,
  transaction: Transaction,
  wanted: Wanted,
): void {
  const { source } = sale
  const isNewCard = source.kind === 'draft' && wanted.storesCard
  const customer = isNewCard ? (sale.customer ?? addCustomer(merchant, sale.newCustomer, now)) : sale.customer
  if (customer === null) return
  if (isNewCard) {
    const draft = wanted.storesBilling ? withBilling(source.draft, sale) : source.draft
    const { token, billingAddressId } = addCard(merchant, customer, draft, null, now)
    transaction.card = { ...transaction.card, token }
    transaction.billingAddressId = billingAddressId
    transaction.customer = { id: customer.id, ...customer.fields }
  }
  if (source.kind === 'vaulted' && wanted.storesBilling && sale.billing.id === null) {
    transaction.billingAddressId = addBilling(merchant, customer, source.card, sale.billing, now)
  }
  if (wanted.storesShipping && sale.shipping.id === null && sale.shipping.fields !== null) {
    transaction.shippingAddressId = addAddress(merchant, customer, sale.shipping.fields, now).id
  }
}

/** An address of the customer's stays the one it is. */
function withBilling(draft: CardDraft, { billing: { id, fields } }: Sale): CardDraft {
  if (fields === null) return draft
  return { ...draft, billing: id === null ? { kind: 'added', fields } : { kind: 'kept', id, fields } }
}

function addBilling(
  merchant: Merchant,
  customer: Customer,
  card: Card,
  { fields }: SaleAddress,
  now: number,
): string | null {
  if (fields === null) return null
  const { id } = addAddress(merchant, customer, fields, now)
  merchant.cards.set(card.token, {
    ...card,
    billingAddress: fields,
    billingAddressId: id,
    updatedAt: now,
  })
  return id
}

type Retry = { readonly subscription: Subscription; readonly sale: Sale }

/**
 * A sale for a subscription that is past due. Card, customer and merchant account are the subscription's; a request may
 * name them, but no others. Without an amount the whole debt is charged; everything else is read as for any sale.
 */
function readRetry(call: Call, params: Params, problems: Problems): Retry | null {
  const subscription = call.merchant.subscriptions.get(textOf(params, 'subscription_id') ?? '')
  if (subscription === undefined) {
    problems.add(transactionProblems.subscriptionInvalid)
    return null
  }
  if (subscription.status !== 'Past Due') {
    problems.add(transactionProblems.subscriptionNotPastDue)
    return null
  }
  checkCard(call, params, subscription, problems)
  checkCustomer(call, params, subscription, problems)
  checkAccount(call, params, subscription, problems)
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
  problems: Problems,
): void {
  const token = textOf(params, 'payment_method_token') ?? null
  if (token !== null && !merchant.cards.has(token)) problems.add(transactionProblems.tokenInvalid)
  else if (token !== null && token !== paymentMethodToken)
    problems.add(transactionProblems.tokenOfAnotherSubscription)
  const given = textOf(params, 'payment_method_nonce') ?? null
  const nonce = given === null ? null : useNonce(merchant, now, given)
  if (nonce === 'consumed') problems.add(transactionProblems.nonceConsumed)
  else if (nonce === 'unknown') problems.add(transactionProblems.nonceUnknown)
  const isOther = nonce !== null && (typeof nonce === 'string' || nonce.token !== paymentMethodToken)
  if (isOther && nonce !== 'consumed' && nonce !== 'unknown')
    problems.add(transactionProblems.tokenOfAnotherSubscription)
  if (textOf(partOf(params, 'credit_card'), 'number') != null)
    problems.add(transactionProblems.tokenOfAnotherSubscription)
}

function checkCustomer(
  { merchant }: Call,
  params: Params,
  { paymentMethodToken }: Subscription,
  problems: Problems,
): void {
  const id = textOf(params, 'customer_id') ?? null
  if (id === null) return
  if (!merchant.customers.has(id)) problems.add(transactionProblems.customerIdInvalid)
  else if (merchant.cards.get(paymentMethodToken)?.customerId !== id)
    problems.add(transactionProblems.subscriptionOfAnother)
}

function checkAccount(
  { merchant }: Call,
  params: Params,
  { merchantAccountId }: Subscription,
  problems: Problems,
): void {
  const id = textOf(params, 'merchant_account_id') ?? merchantAccountId
  if (!merchant.merchantAccounts.some((each) => each.id === id))
    problems.add(transactionProblems.merchantAccountInvalid)
  else if (id !== merchantAccountId) problems.add(transactionProblems.accountOfAnotherSubscription)
}
