import { given } from '@goodword/sandbox/model/given'
import { cancelAllOf } from '../billing/cancel.ts'
import { changeBalance } from '../billing/change-balance.ts'
import { giveDiscounts, takeAway } from '../billing/give-discounts.ts'
import { emit } from '../events/emit.ts'
import { findCustomer, findPaymentMethod } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import { addressKeys, type Customer, type TaxId } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import { customerJson, taxIdJson } from '../objects/customer-json.ts'
import { previousOf } from '../objects/previous-of.ts'
import { invalid, missing } from '../wire/api-error.ts'
import type { Params } from '../wire/params.ts'
import { byClock, type Work } from '../work.ts'
import { isCreated, list, ofCustomer, same } from './list-route.ts'
import { attach } from './payment-methods.ts'
import { del, get, post, type Route } from './route.ts'

export const customerRoutes: readonly Route[] = [
  post('/customers', 'customer', (params) => {
    const [texts, testClock] = [readTexts(params), params.text('test_clock') ?? null]
    const [balance, method] = [params.integer('balance') ?? 0, readDefaultMethod(params)]
    const [attached, discount] = [params.text('payment_method') ?? undefined, readDiscount(params)]
    const [metadata, taxIds] = [params.metadata(), (params.parts('tax_id_data') ?? []).map(readTaxId)]
    readTaxExempt(params)
    params.accept('shipping', 'preferred_locales', 'tax')
    return (work) => {
      const { account } = work
      if (testClock !== null && !account.testClocks.has(testClock))
        throw missing('test clock', testClock, 'test_clock')
      const mine = byClock(work, testClock)
      const made = addCustomer(mine, { testClock, ...texts, metadata })
      const attachedId = attached === undefined ? undefined : attach(mine, attached, made.id).id
      setDefaultMethod(mine, made, method === attached ? attachedId : method)
      discount(mine, made)
      if (balance !== 0) {
        changeBalance(mine, made, {
          amount: balance,
          currency: account.settings.currency,
          type: 'adjustment',
        })
      }
      emit(mine, 'customer.created', { object: customerJson(account, made) })
      for (const add of taxIds) add(mine, made.id)
      return customerJson(account, made)
    }
  }),
  list('/customers', 'customer', findCustomer, {
    filters: { created: isCreated, email: same('email'), test_clock: same('testClock') },
    view: (it, { account }) => customerJson(account, it),
  }),
  get('/customers/:id', 'customer', (_params, { id }) => ({ account }) => {
    const customer = findCustomer(account, id)
    return customer.isDeleted ? deleted(customer) : customerJson(account, customer)
  }),
  post('/customers/:id', 'customer', (params, { id }) => {
    const [texts, method] = [readTexts(params), readDefaultMethod(params)]
    const [balance, discount] = [params.integer('balance') ?? undefined, readDiscount(params)]
    readTaxExempt(params)
    params.accept('metadata', 'shipping', 'preferred_locales', 'tax')
    return (work) => {
      const customer = findCustomer(work.account, id, 'id')
      const mine = byClock(work, customer.testClock)
      const before = customerJson(work.account, customer)
      Object.assign(customer, texts, { metadata: params.metadata(customer.metadata) })
      setDefaultMethod(mine, customer, method)
      if (balance !== undefined) setBalance(mine, customer, balance)
      discount(mine, customer)
      const after = customerJson(work.account, customer)
      emit(mine, 'customer.updated', { object: after, previous: previousOf(before, after) })
      return after
    }
  }),
  del('/customers/:id', 'customer', (_params, { id }) => (work) => {
    const customer = findCustomer(work.account, id, 'id')
    const mine = byClock(work, customer.testClock)
    cancelAllOf(mine, customer)
    customer.isDeleted = true
    emit(mine, 'customer.deleted', { object: customerJson(work.account, customer) })
    return deleted(customer)
  }),
  del('/customers/:id/discount', 'customer', (_params, { id }) => (work) => {
    const customer = findCustomer(work.account, id, 'id')
    if (customer.discount === null) throw missing('active discount for customer', customer.id)
    const discountId = customer.discount
    customer.discount = null
    takeAway(byClock(work, customer.testClock), [discountId])
    return { id: discountId, object: 'discount', customer: customer.id, deleted: true }
  }),
]

/** A customer that pays before it is known. */
export function createCustomer(work: Work, testClock: string | null, email: string | null): Customer {
  const mine = byClock(work, testClock)
  const made = addCustomer(mine, { testClock, email })
  emit(mine, 'customer.created', { object: customerJson(work.account, made) })
  return made
}

function addCustomer({ account, now }: Work, given: Partial<Customer>): Customer {
  const made: Customer = {
    id: newId(account, 'cus', 14),
    created: now,
    testClock: null,
    email: null,
    name: null,
    phone: null,
    description: null,
    address: null,
    metadata: {},
    balances: {},
    currency: null,
    discount: null,
    defaultPaymentMethod: null,
    isDeleted: false,
    invoiceCount: 0,
    ...given,
  }
  account.customers.set(made.id, made)
  return made
}

function deleted({ id }: Customer) {
  return { id, object: 'customer' as const, deleted: true as const }
}

function readTexts(params: Params): Partial<Customer> {
  const [email, name, phone] = [params.text('email'), params.text('name'), params.text('phone')]
  const [description, part] = [params.text('description'), params.part('address')]
  const lines = part && addressKeys.map((key) => [key, part.text(key) ?? null])
  return given({ email, name, phone, description, address: lines && Object.fromEntries(lines) })
}

function readDefaultMethod(params: Params): string | null | undefined {
  const settings = params.part('invoice_settings')
  settings?.accept('custom_fields', 'footer', 'rendering_options')
  return settings?.text('default_payment_method')
}

function setDefaultMethod({ account }: Work, customer: Customer, id: string | null | undefined): void {
  if (id === undefined) return
  if (
    id !== null &&
    findPaymentMethod(account, id, 'invoice_settings[default_payment_method]').customer !== customer.id
  ) {
    const message = `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`
    throw invalid(message, 'invoice_settings[default_payment_method]', 'resource_missing')
  }
  customer.defaultPaymentMethod = id
}

/** Taxes are taken of everybody here. @throws {ApiError} for a customer who pays none */
function readTaxExempt(params: Params): void {
  const given = params.oneOf('tax_exempt', ['exempt', 'none', 'reverse'])
  if (given == null || given === 'none') return
  throw invalid('The local Stripe has no customers who are exempt from taxes.', 'tax_exempt')
}

/** Reads the discount of a customer, which only older versions of the API can give. @throws {ApiError} */
function readDiscount(params: Params): (work: Work, customer: Customer) => void {
  const part = params.part('discount')
  const entries = (['coupon', 'promotion_code'] as const).flatMap((kind) => {
    const id = part?.text(kind)
    return id == null ? [] : [{ kind, id, param: kind }]
  })
  return (work, customer) => {
    if (part === undefined) return
    const currency = customer.currency ?? work.account.settings.currency
    const [given] = giveDiscounts(work, entries, { customer, currency, amount: 0, reusable: [] })
    customer.discount = given ?? null
  }
}

function setBalance(work: Work, customer: Customer, balance: number): void {
  const currency = customer.currency ?? work.account.settings.currency
  const amount = balance - (customer.balances[currency] ?? 0)
  if (amount !== 0) changeBalance(work, customer, { amount, currency, type: 'adjustment' })
}

const path = '/customers/:customer/tax_ids'

/** Numbers by which tax offices know customers. They are kept as they are sent, and change no tax. */
export const taxIdRoutes: readonly Route[] = [
  post(path, 'customer', (params, { customer: id }) => {
    const add = readTaxId(params)
    return (asked) => {
      const customer = findCustomer(asked.account, id, 'customer')
      return taxIdJson(add(byClock(asked, customer.testClock), customer.id))
    }
  }),
  list(
    path,
    'customer',
    ofCustomer(({ taxIds }) => taxIds),
    {
      view: taxIdJson,
    },
  ),
  get(
    `${path}/:id`,
    'customer',
    (_params, { customer, id }) =>
      ({ account }) =>
        taxIdJson(findTaxId(account, customer, id)),
  ),
  del(`${path}/:id`, 'customer', (_params, { customer, id }) => (work) => {
    const found = findTaxId(work.account, customer, id)
    work.account.taxIds.delete(found.id)
    emit(work, 'customer.tax_id.deleted', { object: taxIdJson(found) })
    return { id: found.id, object: 'tax_id', deleted: true }
  }),
]

/** Reads the tax id of a customer. @throws {ApiError} */
function readTaxId(params: Params): (work: Work, customer: string) => TaxId {
  const [type, value] = [params.neededText('type'), params.neededText('value')]
  return (work, customer) => {
    const { account, now } = work
    const made: TaxId = { id: newId(account, 'txi'), created: now, customer, type, value }
    account.taxIds.set(made.id, made)
    emit(work, 'customer.tax_id.created', { object: taxIdJson(made) })
    return made
  }
}

/** @throws {ApiError} */
function findTaxId({ taxIds }: StripeAccount, customer = '', id = ''): TaxId {
  const found = taxIds.get(id)
  if (found === undefined || found.customer !== customer) throw missing('tax_id', id)
  return found
}
