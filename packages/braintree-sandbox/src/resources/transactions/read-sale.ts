import type { AddressFields, Customer } from '../../model/customer.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Cents } from '../../model/money.ts'
import { booleanOf, type Params, partOf, textOf } from '../../protocol/params.ts'
import type { Problem, Problems } from '../../protocol/problems.ts'
import type { Call } from '../../protocol/route.ts'
import { readAddress } from '../customers/address-fields.ts'
import { type CustomFields, readCustomFields } from '../customers/read-custom-fields.ts'
import { type CustomerDraft, readCustomer } from '../customers/read-customer.ts'
import { nothingSaid } from './charge.ts'
import { defaultAccountOf } from './merchant-account.ts'
import { type PaymentSource, readSource } from './payment-source.ts'
import { readRequiredAmount } from './read-amount.ts'
import { type OrderDetails, readOrderDetails } from './read-order.ts'
import { customFieldInvalid, customFieldTooLong, transactionProblems } from './transaction-problems.ts'

const path = ['transaction']
const LONGEST_CHANNEL = 255

/** A sale, or a credit, as a request wants it. */
export type Sale = OrderDetails & {
  readonly amount: Cents
  readonly source: PaymentSource
  /** Of the vault; null for a new one, and for nobody. */
  readonly customer: Customer | null
  readonly newCustomer: CustomerDraft
  readonly merchantAccountId: string
  readonly customFields: CustomFields
  readonly billing: AddressFields | null
  readonly shipping: AddressFields | null
}

/** Reads a sale; null when something is wrong, and the problems tell what. */
export function readSale(call: Call, params: Params, problems: Problems): Sale | null {
  const { merchant } = call
  const tell = (problem: Problem) => problems.add(path, problem)
  const amount = readRequiredAmount(params, problems)
  const customer = readCustomerId(merchant, params, tell)
  const source = readSource(call, params, customer, problems)
  const owner = customer ?? ownerOf(merchant, source)
  const said = partOf(params, 'customer')
  const newCustomer = readCustomer(merchant, said, problems, null, ['transaction', 'customer'])
  const merchantAccountId = readAccount(merchant, params, tell)
  const billing = readPlace(params, 'billing', owner, transactionProblems.billingOfAnother, problems)
  const shipping = readPlace(params, 'shipping', owner, transactionProblems.shippingOfAnother, problems)
  const customFields = readCustomFields(merchant, params, problems, {}, ofTransactions)
  const order = readOrderDetails(params, nothingOrdered, problems)
  const purchase = {
    ...order.purchase,
    channel: readChannel(params, tell),
    isRecurring: readOrigin(params, tell),
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
    shipping,
  }
}

const nothingOrdered: OrderDetails = { orderId: null, descriptor: null, purchase: nothingSaid }
const ofTransactions = { path, invalid: customFieldInvalid, tooLong: customFieldTooLong }

function readCustomerId(
  merchant: Merchant,
  params: Params,
  tell: (problem: Problem) => void,
): Customer | null {
  const id = textOf(params, 'customer_id') ?? null
  const customer = id === null ? null : merchant.customers.get(id)
  if (customer === undefined) tell(transactionProblems.customerIdInvalid)
  return customer ?? null
}

function ownerOf(merchant: Merchant, source: PaymentSource | null): Customer | null {
  return source?.kind === 'vaulted' ? (merchant.customers.get(source.card.customerId) ?? null) : null
}

function billingOf(source: PaymentSource): AddressFields | null {
  if (source.kind === 'vaulted') return source.card.billingAddress
  return source.draft.billing.kind === 'unsaid' ? null : source.draft.billing.fields
}

function readAccount(merchant: Merchant, params: Params, tell: (problem: Problem) => void): string {
  const id = textOf(params, 'merchant_account_id') ?? defaultAccountOf(merchant).id
  if (!merchant.merchantAccounts.some((each) => each.id === id)) {
    tell(transactionProblems.merchantAccountInvalid)
  }
  return id
}

/** An address that is written out, or one of the customer's by its id. */
function readPlace(
  params: Params,
  of: 'billing' | 'shipping',
  customer: Customer | null,
  unknown: Problem,
  problems: Problems,
): AddressFields | null {
  const id = textOf(params, `${of}_address_id`) ?? null
  if (id !== null) {
    const address = customer?.addresses.find((each) => each.id === id)
    if (address === undefined) problems.add(path, unknown)
    return address?.fields ?? null
  }
  const said = partOf(params, of)
  return Object.keys(said).length === 0 ? null : readAddress(said, [...path, of], problems)
}

function readChannel(params: Params, tell: (problem: Problem) => void): string | null {
  const channel = textOf(params, 'channel') ?? null
  if ((channel ?? '').length > LONGEST_CHANNEL) tell(transactionProblems.channelTooLong)
  return channel
}

const origins = new Map([
  ['estimated', false],
  ['installment', true],
  ['installment_first', true],
  ['moto', false],
  ['recurring', true],
  ['recurring_first', true],
  ['unscheduled', false],
])

/** Whether the merchant says that it bills regularly. */
function readOrigin(params: Params, tell: (problem: Problem) => void): boolean {
  const origin = textOf(params, 'transaction_source')
  if (origin == null) return booleanOf(params, 'recurring') === true
  const isRecurring = origins.get(origin)
  if (isRecurring === undefined) tell(transactionProblems.sourceInvalid)
  return isRecurring === true
}
