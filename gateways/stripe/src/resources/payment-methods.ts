import { emit } from '../events/emit.ts'
import { findCustomer, findPaymentMethod } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { PaymentMethod, TestCard } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import { paymentMethodJson } from '../objects/customer-json.ts'
import { declined, invalid } from '../wire/api-error.ts'
import { pageOf, readCursor } from '../wire/list.ts'
import type { Metadata } from '../wire/metadata.ts'
import type { Params } from '../wire/params.ts'
import type { Work } from '../work.ts'
import { get, post, type Route } from './route.ts'

/** Cards that are there without being made, by the ids of the documentation. */
const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: card('visa', '4242'),
  pm_card_visa_debit: card('visa', '5556'),
  pm_card_mastercard: card('mastercard', '4444'),
  pm_card_amex: card('amex', '8431'),
  pm_card_chargeDeclined: refused('0002', 'generic_decline'),
  pm_card_chargeDeclinedInsufficientFunds: refused('9995', 'insufficient_funds'),
  pm_card_chargeDeclinedExpiredCard: refused('0069', 'expired_card'),
  /** It can be attached, and each charge of it is declined. */
  pm_card_chargeCustomerFail: card('visa', '0341', { decline: 'generic_decline' }),
  pm_card_pendingRefund: card('visa', '7726', { refunds: 'succeed_later' }),
  pm_card_refundFail: card('visa', '5126', { refunds: 'fail' }),
  pm_card_authenticationRequired: card('visa', '3184', { authentication: 'always' }),
  pm_card_authenticationRequiredOnSetup: card('visa', '3155', { authentication: 'until_set_up' }),
  pm_card_authenticationRequiredSetupForOffSession: card('visa', '0446', { authentication: 'on_session' }),
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: card('visa', '3178', {
    authentication: 'always',
    decline: 'insufficient_funds',
  }),
  pm_card_threeDSecure2Required: card('visa', '3220', { authentication: 'always' }),
  pm_card_threeDSecureRequired: card('visa', '3063', { authentication: 'always' }),
  pm_card_threeDSecureRequiredChargeDeclined: card('visa', '1629', {
    authentication: 'always',
    decline: 'generic_decline',
  }),
  pm_card_threeDSecureOptional: card('visa', '3055'),
  pm_card_amex_threeDSecureNotSupported: card('amex', '0005'),
}

/** The test card with a number: those of a kind differ in their last digits. */
function cardNumbered(number: string): TestCard | undefined {
  if (!/^\d{15,16}$/.test(number)) return undefined
  return Object.values(testCards).find(({ last4 }) => number.endsWith(last4))
}

/** A card whose bank is asked already when it is attached. */
function refused(last4: string, decline: string): TestCard {
  return card('visa', last4, { decline, isRefused: true })
}

function card(brand: string, last4: string, more: Partial<TestCard> = {}): TestCard {
  return {
    brand,
    last4,
    fingerprint: `card${brand}${last4}`,
    decline: null,
    isRefused: false,
    refunds: 'succeed',
    authentication: 'never',
    ...more,
  }
}

export const paymentMethodRoutes: readonly Route[] = [
  post('/payment_methods', 'payment_method', (params) => {
    const create = readNewCard(params)
    return (work) => paymentMethodJson(create(work))
  }),
  get('/payment_methods/:id', 'payment_method', (_params, { id = '' }) => {
    return (work) => paymentMethodJson(cardOf(work, id))
  }),
  post('/payment_methods/:id', 'payment_method', (params, { id }) => {
    params.accept('metadata', 'billing_details', 'card')
    return (work) => {
      const method = findPaymentMethod(work.account, id)
      method.metadata = params.metadata(method.metadata)
      return paymentMethodJson(method)
    }
  }),
  post('/payment_methods/:id/attach', 'payment_method', (params, { id = '' }) => {
    const customer = params.neededText('customer')
    return (work) => paymentMethodJson(attach(work, id, findCustomer(work.account, customer, 'customer').id))
  }),
  post('/payment_methods/:id/detach', 'payment_method', (_params, { id }) => (work) => {
    const method = findPaymentMethod(work.account, id)
    if (method.customer === null) throw invalid('The payment method is not attached to a customer.')
    const customer = work.account.customers.get(method.customer)
    if (customer?.defaultPaymentMethod === method.id) customer.defaultPaymentMethod = null
    method.customer = null
    emit(work, 'payment_method.detached', { object: paymentMethodJson(method) })
    return paymentMethodJson(method)
  }),
  get('/payment_methods', 'payment_method', (params) => {
    const [cursor, customer] = [readCursor(params), params.text('customer')]
    params.accept('type')
    return ({ account }) => methodsOf(account, customer ?? '', '/v1/payment_methods', cursor)
  }),
  get('/customers/:customer/payment_methods', 'payment_method', (params, { customer = '' }) => {
    const cursor = readCursor(params)
    params.accept('type', 'allow_redisplay')
    return ({ account }) => methodsOf(account, customer, `/v1/customers/${customer}/payment_methods`, cursor)
  }),
]

/** Reads the data of a new card. @throws {ApiError} */
export function readNewCard(params: Params): (work: Work) => PaymentMethod {
  params.oneOf('type', ['card'])
  const given = params.part('card')
  const [token, number] = [given?.text('token'), given?.text('number')]
  given?.accept('exp_month', 'exp_year', 'cvc')
  params.accept('billing_details', 'allow_redisplay')
  const metadata = params.metadata()
  return (work) => {
    const found = token == null ? cardNumbered(number ?? '') : testCards[token.replace(/^tok_/, 'pm_card_')]
    if (found === undefined) throw invalid('This is not the number or token of a test card.', 'card')
    return addCard(work, found, metadata)
  }
}

/** A card by its id; one of the documentation is made anew each time. @throws {ApiError} */
export function cardOf(work: Work, id: string, param?: string): PaymentMethod {
  const found = Object.hasOwn(testCards, id) ? testCards[id] : undefined
  return found === undefined ? findPaymentMethod(work.account, id, param) : addCard(work, found, {})
}

/** @throws {ApiError} 402 for a card that is declined at once */
export function attach(work: Work, id: string, customer: string): PaymentMethod {
  checkKept(testCards[id] ?? work.account.paymentMethods.get(id)?.card)
  const method = cardOf(work, id, 'payment_method')
  if (method.customer !== null && method.customer !== customer) {
    throw invalid('The payment method you provided has already been attached to a customer.')
  }
  method.customer = customer
  emit(work, 'payment_method.attached', { object: paymentMethodJson(method) })
  return method
}

/** @throws {ApiError} 402 for a card whose bank is asked already when it is kept */
export function checkKept(card: TestCard | undefined): void {
  if (card?.isRefused === true) throw declined(card.decline ?? 'generic_decline')
}

function addCard({ account, now }: Work, found: TestCard, metadata: Metadata): PaymentMethod {
  const made: PaymentMethod = {
    id: newId(account, 'pm'),
    created: now,
    card: found,
    customer: null,
    isSetUp: false,
    metadata,
  }
  account.paymentMethods.set(made.id, made)
  return made
}

function methodsOf(
  account: StripeAccount,
  customer: string,
  url: string,
  cursor: ReturnType<typeof readCursor>,
) {
  const all = Array.from(account.paymentMethods.values()).filter((it) => it.customer === customer)
  return pageOf(url, all, cursor, paymentMethodJson)
}
