import type { Card, CvvResponse, Nonce } from '../../model/card.ts'
import type { Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Cents } from '../../model/money.ts'
import { booleanOf, type Params, partOf, textOf } from '../../model/params.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { readCvv } from '../../records/bank-checks.ts'
import { cardsOf } from '../../records/cards/cards-of.ts'
import { defaultAccountOf } from '../../records/merchant-account.ts'
import { type CardDraft, readCard } from '../cards/read-card.ts'
import { readNonce } from '../cards/read-nonce.ts'
import {
  type CustomerDraft,
  type CustomFields,
  readCustomer,
  readCustomFields,
} from '../customers/read-customer.ts'
import { noPurchaseDetails } from '../transactions/charge.ts'
import {
  customFieldInvalid,
  customFieldTooLong,
  transactionProblems,
} from '../transactions/transaction-problems.ts'
import { readRequiredAmount } from './read-amount.ts'
import { type OrderDetails, readOrderDetails } from './read-order.ts'
import { nowhere, readSaleAddress, type SaleAddress } from './read-sale-address.ts'

const MAX_CHANNEL = 255
const MAX_QUOTE_ID = 4009

/** A sale, or a credit, as a request wants it. */
export type Sale = OrderDetails & {
  readonly amount: Cents
  readonly source: PaymentSource
  /** The vaulted customer; null for a new one and for none. */
  readonly customer: Customer | null
  readonly newCustomer: CustomerDraft
  readonly merchantAccountId: string
  readonly customFields: CustomFields
  readonly billing: SaleAddress
  readonly shipping: SaleAddress
  readonly cvvResponse: CvvResponse
  readonly skipsAddressCheck: boolean
}

/** Reads a sale; null if it is invalid, with the reasons in the problems. */
export function readSale(call: Call, params: Params, problems: Problems): Sale | null {
  const { merchant } = call
  const amount = readRequiredAmount(params, problems)
  const customer = readCustomerId(merchant, params, problems)
  const source = readSource(call, params, customer, problems)
  const owner = customer ?? ownerOf(merchant, source)
  const given = partOf(params, 'customer')
  const newCustomer = readCustomer(merchant, given, problems.at('customer'), null)
  const merchantAccountId = readAccount(merchant, params, problems)
  const billing = readSaleAddress(params, 'billing', owner, problems)
  const shipping = readSaleAddress(params, 'shipping', owner, problems)
  const customFields = readCustomFields(merchant, params, problems, {}, ofTransactions)
  checkUnshown(params, problems)
  const order = readOrderDetails(params, nothingOrdered, problems)
  const purchase = {
    ...order.purchase,
    channel: readChannel(params, problems),
    isRecurring: readOrigin(params, problems),
  }
  if (amount === undefined || source === null || !problems.isEmpty) return null
  return {
    ...order,
    purchase,
    amount,
    source,
    customer: owner,
    newCustomer,
    merchantAccountId,
    customFields,
    billing: billing ?? billingOf(source),
    shipping: shipping ?? nowhere,
    cvvResponse: cvvOf(params, source),
    skipsAddressCheck: booleanOf(partOf(params, 'options'), 'skip_avs') === true,
  }
}

const nothingOrdered: OrderDetails = { orderId: null, descriptor: null, purchase: noPurchaseDetails }
const ofTransactions = { invalid: customFieldInvalid, tooLong: customFieldTooLong }

function readCustomerId(merchant: Merchant, params: Params, problems: Problems): Customer | null {
  const id = textOf(params, 'customer_id') ?? null
  const customer = id === null ? null : merchant.customers.get(id)
  if (customer === undefined) problems.add(transactionProblems.customerIdInvalid)
  return customer ?? null
}

function ownerOf(merchant: Merchant, source: PaymentSource | null): Customer | null {
  return source?.kind === 'vaulted' ? (merchant.customers.get(source.card.customerId) ?? null) : null
}

function billingOf(source: PaymentSource): SaleAddress {
  if (source.kind === 'vaulted') {
    return { id: source.card.billingAddressId, fields: source.card.billingAddress }
  }
  const { billing } = source.draft
  return billing.kind === 'unsaid' ? nowhere : { id: null, fields: billing.fields }
}

/** A card of the vault may come with its security code, which the vault does not keep. */
function cvvOf(params: Params, source: PaymentSource): CvvResponse {
  if (booleanOf(partOf(params, 'options'), 'skip_cvv') === true) return 'B'
  return source.kind === 'draft'
    ? source.draft.cvvResponse
    : readCvv(partOf(params, 'credit_card'), source.nonce)
}

function readAccount(merchant: Merchant, params: Params, problems: Problems): string {
  const id = textOf(params, 'merchant_account_id') ?? defaultAccountOf(merchant).id
  if (!merchant.merchantAccounts.some((each) => each.id === id)) {
    problems.add(transactionProblems.merchantAccountInvalid)
  }
  return id
}

/** Said for banks and shops: it is checked, and shown nowhere. */
function checkUnshown(params: Params, problems: Problems): void {
  if (!/^[A-Za-z0-9]*$/.test(textOf(params, 'product_sku') ?? '')) {
    problems.add(transactionProblems.productSkuInvalid)
  }
  if ((textOf(params, 'exchange_rate_quote_id') ?? '').length > MAX_QUOTE_ID) {
    problems.add(transactionProblems.quoteIdTooLong)
  }
}

function readChannel(params: Params, problems: Problems): string | null {
  const channel = textOf(params, 'channel') ?? null
  if ((channel ?? '').length > MAX_CHANNEL) problems.add(transactionProblems.channelTooLong)
  return channel
}

const origins = new Map([
  ['estimated', false],
  ['installment', true],
  ['installment_first', true],
  ['merchant', false],
  ['moto', false],
  ['recurring', true],
  ['recurring_first', true],
  ['unscheduled', false],
])

/** Whether the merchant says that it bills regularly. */
function readOrigin(params: Params, problems: Problems): boolean {
  const origin = textOf(params, 'transaction_source')
  if (origin == null) return booleanOf(params, 'recurring') === true
  const isRecurring = origins.get(origin)
  if (isRecurring === undefined) problems.add(transactionProblems.sourceInvalid)
  return isRecurring === true
}

/** The payment source of a sale: a card of the vault, or another one. */
type PaymentSource =
  | { readonly kind: 'vaulted'; readonly card: Card; readonly nonce: Nonce | null }
  | { readonly kind: 'draft'; readonly draft: CardDraft }
const namedNonces = {
  unknown: transactionProblems.nonceUnknown,
  consumed: transactionProblems.nonceConsumed,
}

/** The card of a request, by a token, a nonce, a number or its customer; null with the reasons in the problems. */
function readSource(
  call: Call,
  params: Params,
  customer: Customer | null,
  problems: Problems,
): PaymentSource | null {
  const addProblem = (problem: Problem): null => {
    problems.add(problem)
    return null
  }
  const token = textOf(params, 'payment_method_token') ?? null
  const nonce = textOf(params, 'payment_method_nonce') ?? null
  const given = partOf(params, 'credit_card')
  const hasNumber = textOf(given, 'number') != null
  const hasSeveral = [token !== null, nonce !== null, hasNumber].filter(Boolean).length > 1
  if (hasSeveral) addProblem(transactionProblems.paymentMethodConflict)
  if (token !== null) {
    const source = vaulted(call.merchant.cards.get(token), params, customer, addProblem)
    return hasSeveral ? null : source
  }
  if (hasSeveral) return null
  if (nonce !== null) return byNonce(call, params, customer, problems)
  if (Object.keys(given).length > 0) {
    const draft = readCard(call.merchant, given, problems.at('credit_card'), {
      customer,
      card: null,
      nonce: null,
    })
    return draft === null ? null : { kind: 'draft', draft }
  }
  if (textOf(params, 'customer_id') == null) return addProblem(transactionProblems.cardRequired)
  if (customer === null) return null
  const cards = cardsOf(call.merchant, customer.id)
  const card = cards.find(({ isDefault }) => isDefault) ?? cards[0]
  if (card === undefined) return addProblem(transactionProblems.customerWithoutCard)
  return { kind: 'vaulted', card, nonce: null }
}

function vaulted(
  card: Card | undefined,
  params: Params,
  customer: Customer | null,
  addProblem: (problem: Problem) => null,
): PaymentSource | null {
  if (card === undefined) {
    // An unknown token belongs to no customer either.
    if (textOf(params, 'customer_id') != null) addProblem(transactionProblems.tokenOfAnother)
    return addProblem(transactionProblems.tokenInvalid)
  }
  if (customer !== null && card.customerId !== customer.id)
    return addProblem(transactionProblems.tokenOfAnother)
  return { kind: 'vaulted', card, nonce: null }
}

function byNonce(
  call: Call,
  params: Params,
  customer: Customer | null,
  problems: Problems,
): PaymentSource | null {
  const ofCard = problems.at('credit_card')
  const nonce = readNonce(call, params, ofCard, { ...namedNonces, problems })
  if (nonce === null) return null
  const card = nonce.token === null ? undefined : call.merchant.cards.get(nonce.token)
  if (card !== undefined) {
    if (customer !== null && card.customerId !== customer.id) {
      problems.add(transactionProblems.tokenOfAnother)
      return null
    }
    return { kind: 'vaulted', card, nonce }
  }
  const given = partOf(params, 'credit_card')
  const draft = readCard(call.merchant, given, ofCard, { customer, card: null, nonce })
  return draft === null ? null : { kind: 'draft', draft }
}
