import { expireSession } from '../../billing/expire-session.ts'
import { readDiscounts } from '../../billing/give-discounts.ts'
import { findCustomer, finder, findPrice } from '../../lookup/find.ts'
import { readAutomaticTax, readTaxRates } from '../../lookup/tax-rates.ts'
import { newId } from '../../model/ids.ts'
import { captureMethods } from '../../model/payment.ts'
import { type CheckoutSession, type IntentFields, type SessionItem, uiModes } from '../../model/session.ts'
import { amountsIn } from '../../money/price-amounts.ts'
import { lineItemJson, sessionJson } from '../../objects/session-json.ts'
import { invalid } from '../../wire/api-error.ts'
import { pageInOrder, readCursor } from '../../wire/list.ts'
import type { Params } from '../../wire/params.ts'
import type { Form } from '../../wire/read-form.ts'
import { byClock, type Work } from '../../work.ts'
import { list, same } from '../list-route.ts'
import { readPriceData } from '../read-price.ts'
import { get, post, type Route, retrieve } from '../route.ts'
import { checkBillingMode } from '../subscriptions/read-behavior.ts'
import { priceSession } from './price-session.ts'

const DAY_SECONDS = 86_400
const MIN_OPEN_SECONDS = 1_800
const MAX_REFERENCE_LENGTH = 200

/** Parameters of the page that do not change the charge. */
const ofThePage = [
  'payment_method_types',
  'allowed_payment_method_types',
  'payment_method_options',
  'locale',
  'customer_creation',
  'customer_update',
  'return_url',
  'redirect_on_completion',
  'phone_number_collection',
  'shipping_address_collection',
  'tax_id_collection',
  'name_collection',
  'consent_collection',
  'custom_fields',
  'custom_text',
  'submit_type',
  'saved_payment_method_options',
  'branding_settings',
  'adaptive_pricing',
  'wallet_options',
]

/** Reads a new session. @throws {ApiError} */
function readNewSession(params: Params): (work: Work) => CheckoutSession {
  const {
    customer: customerId,
    items: itemsOf,
    subscriptionTaxRates,
    currency: wanted,
    ...fields
  } = readFields(params)
  return (asked) => {
    const { account } = asked
    const customer = customerId === null ? null : findCustomer(account, customerId, 'customer')
    const { now } = byClock(asked, customer?.testClock ?? null)
    checkExpiry(fields.expiresAt, now)
    if ((itemsOf.length === 0) !== (fields.mode === 'setup')) {
      throw invalid('line_items are for all modes but `setup`.', 'line_items', 'parameter_missing')
    }
    const items = itemsOf.map((item) => item(asked))
    const [first] = items
    const currency =
      wanted ?? (first === undefined ? account.settings.currency : findPrice(account, first.price).currency)
    checkPrices(asked, items, fields.mode, currency)
    const begun = {
      ...fields,
      currency,
      items,
      subscriptionTaxRates: subscriptionTaxRates(account, []),
      promotionCode: null,
    }
    const made: CheckoutSession = {
      ...begun,
      ...priceSession(asked, begun, customer),
      id: newId(account, 'cs_test', 40),
      created: now,
      customer: customerId,
      expiresAt: fields.expiresAt ?? now + DAY_SECONDS,
      status: 'open',
      paymentStatus: fields.mode === 'setup' ? 'no_payment_required' : 'unpaid',
      subscription: null,
      invoice: null,
      paymentIntent: null,
      setupIntent: null,
    }
    account.sessions.set(made.id, made)
    return made
  }
}

/** A session is open for half an hour at least, and a day at most. @throws {ApiError} */
function checkExpiry(expiresAt: number | null, now: number): void {
  if (expiresAt === null || (expiresAt >= now + MIN_OPEN_SECONDS && expiresAt <= now + DAY_SECONDS)) return
  throw invalid(
    'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
    'expires_at',
  )
}

function readFields(params: Params) {
  const data = params.part('subscription_data')
  params.accept(...ofThePage)
  return {
    mode: params.oneOf('mode', ['payment', 'setup', 'subscription']) ?? 'payment',
    currency: params.currency('currency') ?? null,
    uiMode: params.oneOf('ui_mode', uiModes) ?? ('hosted_page' as const),
    items: (params.parts('line_items') ?? []).map(readLineItem),
    customer: params.text('customer') ?? null,
    customerEmail: params.text('customer_email') ?? null,
    allowsPromotionCodes: params.flag('allow_promotion_codes') ?? false,
    discount: readDiscount(params),
    clientReferenceId: readReference(params),
    metadata: params.metadata(),
    ...readSubscriptionData(data ?? null),
    subscriptionTaxRates: data == null ? () => [] : readTaxRates(data, 'default_tax_rates'),
    intentFields: readIntentFields(params),
    automaticTax: readAutomaticTax(params) ?? false,
    addressCollection: params.oneOf('billing_address_collection', ['auto', 'required']) ?? null,
    methodCollection:
      params.oneOf('payment_method_collection', ['always', 'if_required']) ?? ('always' as const),
    successUrl: params.url('success_url') ?? null,
    cancelUrl: params.url('cancel_url') ?? null,
    expiresAt: params.moment('expires_at') ?? null,
  }
}

function readLineItem(item: Params): (work: Work) => SessionItem {
  const data = item.part('price_data')
  const make = data == null ? undefined : readPriceData(data)
  const id = make === undefined ? item.neededText('price') : ''
  const [quantity, taxRates] = [item.integer('quantity', 1) ?? 1, readTaxRates(item, 'tax_rates')]
  item.accept('adjustable_quantity', 'metadata')
  return (work) => ({
    price: make?.(work).id ?? findPrice(work.account, id, item.nameOf('price')).id,
    quantity,
    taxRates: taxRates(work.account, []),
  })
}

function readIntentFields(params: Params): IntentFields {
  const data = params.part('payment_intent_data') ?? params.part('setup_intent_data')
  data?.accept('receipt_email', 'shipping', 'statement_descriptor', 'statement_descriptor_suffix')
  return {
    description: data?.text('description') ?? null,
    metadata: data?.metadata() ?? {},
    captureMethod: data?.oneOf('capture_method', captureMethods) ?? 'automatic',
    setupFutureUsage: data?.oneOf('setup_future_usage', ['off_session', 'on_session']) ?? null,
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

function checkPrices(
  { account }: Work,
  items: readonly SessionItem[],
  mode: CheckoutSession['mode'],
  currency: string,
): void {
  const prices = items.map(({ price }) => findPrice(account, price))
  if (prices.some((price) => amountsIn(price, currency) === null)) {
    throw invalid(`All line items need an amount in ${currency}.`, 'line_items')
  }
  const areRecurring = prices.map(({ recurring }) => recurring !== null)
  if (mode === 'payment' && areRecurring.includes(true)) {
    throw invalid('You specified `payment` mode but passed a recurring price.', 'mode')
  }
  if (mode === 'subscription' && !areRecurring.includes(true)) {
    throw invalid('You must provide at least one recurring price in `subscription` mode.', 'mode')
  }
}

/** Reads what the subscription of a session is made with. @throws {ApiError} */
function readSubscriptionData(
  data: Params | null,
): Pick<CheckoutSession, 'hasTrial' | 'subscriptionFields' | 'subscriptionMetadata'> {
  if (data === null) return { hasTrial: false, subscriptionFields: {}, subscriptionMetadata: {} }
  checkBillingMode(data)
  const behavior = data.part('trial_settings')?.part('end_behavior')
  const missingMethod = behavior?.oneOf('missing_payment_method', ['cancel', 'create_invoice', 'pause'])
  const [days, end] = [data.integer('trial_period_days', 1, 730), data.moment('trial_end')]
  const fields: readonly (readonly [string, Form | null | undefined])[] = [
    ['description', data.text('description')],
    ['trial_period_days', days == null ? null : `${days}`],
    ['trial_end', end == null ? null : `${end}`],
    [
      'trial_settings',
      missingMethod == null ? null : { end_behavior: { missing_payment_method: missingMethod } },
    ],
  ]
  return {
    hasTrial: days != null || end != null,
    subscriptionFields: Object.fromEntries(
      fields.flatMap(([key, form]) => (form == null ? [] : [[key, form]])),
    ),
    subscriptionMetadata: data.metadata(),
  }
}

export const findSession = finder('checkout.session', ({ sessions }) => sessions)

const path = '/checkout/sessions'

export const sessionRoutes: readonly Route[] = [
  post(path, 'checkout_session', (params) => {
    const create = readNewSession(params)
    return (work) => sessionJson(work.account, create(work))
  }),
  list(path, 'checkout_session', findSession, {
    filters: {
      customer: same('customer'),
      status: same('status'),
      subscription: same('subscription'),
      payment_intent: same('paymentIntent'),
    },
    view: (it, { account }) => sessionJson(account, it),
  }),
  retrieve(`${path}/:id`, 'checkout_session', findSession, (it, { account }) => sessionJson(account, it)),
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
    expireSession(work, session)
    return sessionJson(work.account, session)
  }),
]
