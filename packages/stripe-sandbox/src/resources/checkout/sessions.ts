import { readDiscounts } from '../../billing/give-discounts.ts'
import { emit } from '../../events/emit.ts'
import { findCustomer, findPrice } from '../../lookup/find.ts'
import { readTaxRates } from '../../lookup/tax-rates.ts'
import type { StripeAccount } from '../../model/account.ts'
import { newId } from '../../model/ids.ts'
import type { CheckoutSession } from '../../model/session.ts'
import { lineItemJson, sessionJson } from '../../objects/session-json.ts'
import { invalid, missing } from '../../wire/api-error.ts'
import { pageInOrder, pageOf, readCursor } from '../../wire/list.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { get, post, type Route } from '../route.ts'
import { priceSession } from './price-session.ts'

const DAY_SECONDS = 86_400
const MAX_REFERENCE_LENGTH = 200
const path = '/checkout/sessions'

export const sessionRoutes: readonly Route[] = [
  post(path, 'checkout_session', (params) => {
    const create = readNewSession(params)
    return (work) => sessionJson(work.account, create(work))
  }),
  get(path, 'checkout_session', (params) => {
    const [cursor, customer, status] = [readCursor(params), params.text('customer'), params.text('status')]
    const [subscription, intent] = [params.text('subscription'), params.text('payment_intent')]
    return ({ account }) => {
      const fitting = Array.from(account.sessions.values()).filter((it) => {
        if (customer != null && it.customer !== customer) return false
        if (subscription != null && it.subscription !== subscription) return false
        if (intent != null && it.paymentIntent !== intent) return false
        return status == null || it.status === status
      })
      return pageOf(`/v1${path}`, fitting, cursor, (it) => sessionJson(account, it))
    }
  }),
  get(
    `${path}/:id`,
    'checkout_session',
    (_params, { id }) =>
      ({ account }) =>
        sessionJson(account, findSession(account, id)),
  ),
  get(`${path}/:id/line_items`, 'checkout_session', (params, { id }) => {
    const cursor = readCursor(params)
    return ({ account }) => {
      const session = findSession(account, id)
      const lines = session.items.map((_item, place) => lineItemJson(account, session, place))
      return pageInOrder(`/v1${path}/${session.id}/line_items`, lines, cursor, (line) => line)
    }
  }),
  post(`${path}/:id/expire`, 'checkout_session', (_params, { id }) => (work) => {
    const session = findSession(work.account, id)
    if (session.status !== 'open')
      throw invalid(`This Session is ${session.status}; only open ones can be expired.`)
    session.status = 'expired'
    emit(work, 'checkout.session.expired', { object: sessionJson(work.account, session) })
    return sessionJson(work.account, session)
  }),
]

/** @throws {ApiError} */
export function findSession({ sessions }: StripeAccount, id = ''): CheckoutSession {
  const found = sessions.get(id)
  if (found === undefined) throw missing('checkout.session', id)
  return found
}

/** Reads a new session. @throws {ApiError} */
function readNewSession(params: Params): (work: Work) => CheckoutSession {
  const { customer: customerId, items, subscriptionTaxRates, ...fields } = readFields(params)
  return (asked) => {
    const { account } = asked
    const customer = customerId === null ? null : findCustomer(account, customerId, 'customer')
    const { now } = byClock(asked, customer?.testClock ?? null)
    if (items.length === 0)
      throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
    for (const { price } of items) checkPrice(asked, price, fields.mode)
    const begun = {
      ...fields,
      items: items.map((item) => ({ ...item, taxRates: item.taxRates(account, []) })),
      subscriptionTaxRates: subscriptionTaxRates(account, []),
      promotionCode: null,
    }
    const made: CheckoutSession = {
      ...begun,
      ...priceSession(asked, begun, customer),
      id: newId(account, 'cs_test', 40),
      created: now,
      customer: customerId,
      expiresAt: now + DAY_SECONDS,
      status: 'open',
      paymentStatus: 'unpaid',
      subscription: null,
      invoice: null,
      paymentIntent: null,
    }
    account.sessions.set(made.id, made)
    return made
  }
}

function readFields(params: Params) {
  const data = params.part('subscription_data')
  params.accept(
    'payment_method_types',
    'payment_method_collection',
    'locale',
    'customer_creation',
    'ui_mode',
    'return_url',
  )
  return {
    mode: params.oneOf('mode', ['payment', 'subscription']) ?? 'payment',
    items: (params.parts('line_items') ?? []).map((item) => ({
      price: item.neededText('price'),
      quantity: item.integer('quantity', 1) ?? 1,
      taxRates: readTaxRates(item, 'tax_rates'),
    })),
    customer: params.text('customer') ?? null,
    customerEmail: params.text('customer_email') ?? null,
    allowsPromotionCodes: params.flag('allow_promotion_codes') ?? false,
    discount: readDiscount(params),
    clientReferenceId: readReference(params),
    metadata: params.metadata(),
    subscriptionMetadata: data?.metadata() ?? {},
    subscriptionTaxRates: data == null ? () => [] : readTaxRates(data, 'default_tax_rates'),
    trialDays: data?.integer('trial_period_days', 1, 730) ?? null,
    successUrl: params.url('success_url') ?? null,
    cancelUrl: params.url('cancel_url') ?? null,
  }
}

/** The one discount that a session may give, unless its customer may enter a code. */
function readDiscount(params: Params): CheckoutSession['discount'] {
  const entries = readDiscounts(params) ?? []
  if (entries.length > 1) throw invalid('You can only specify up to one discount.', 'discounts')
  const [entry] = entries
  if (entry === undefined || entry.kind === 'discount') return null
  if (!params.has('allow_promotion_codes')) return { kind: entry.kind, id: entry.id }
  throw invalid(
    'You may only specify one of these parameters: allow_promotion_codes, discounts.',
    'discounts',
  )
}

function readReference(params: Params): string | null {
  const reference = params.text('client_reference_id') ?? null
  if (reference === null || reference.length <= MAX_REFERENCE_LENGTH) return reference
  throw invalid(
    `client_reference_id can have up to ${MAX_REFERENCE_LENGTH} characters.`,
    'client_reference_id',
  )
}

function checkPrice({ account }: Work, price: string, mode: CheckoutSession['mode']): void {
  const { recurring } = findPrice(account, price, 'line_items[0][price]')
  if (mode === 'payment' && recurring !== null) {
    throw invalid('You specified `payment` mode but passed a recurring price.', 'mode')
  }
}
