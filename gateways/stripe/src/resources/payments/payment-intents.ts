import {
  type AttemptOutcome,
  attemptPayment,
  fail,
  needsAuthentication,
} from '../../billing/attempt-payment.ts'
import { emitIntent, makeIntent } from '../../billing/charges/charge.ts'
import { cancelIntent, captureIntent, unexpected } from '../../billing/charges/close-intent.ts'
import { invoiceSubject } from '../../billing/make-invoice.ts'
import { emit } from '../../events/emit.ts'
import { findInvoice, findPaymentIntent } from '../../lookup/billing.ts'
import { clockOf, findCustomer, findPaymentMethod } from '../../lookup/find.ts'
import type { PaymentMethod } from '../../model/customer.ts'
import { captureMethods, type PaymentIntent } from '../../model/payment.ts'
import { checkAmount, minimumCharge } from '../../money/currencies.ts'
import { paymentIntentJson } from '../../objects/intent-json.ts'
import { ApiError, declined, invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { isCreated, list, same } from '../list-route.ts'
import { changer, get, post, type Route } from '../route.ts'
import { cardFor, readCard } from './read-card.ts'

const cancellationReasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const

/** Reads a payment that a program makes by itself. @throws {ApiError} */
function readNewIntent(params: Params): (asked: Work) => PaymentIntent {
  const amount = params.neededInteger('amount', 1)
  const currency = params.currency('currency') ?? params.neededText('currency')
  checkChargeable(amount, currency)
  const [customerId, card] = [params.text('customer') ?? null, readCard(params)]
  const captureMethod = params.oneOf('capture_method', captureMethods) ?? 'automatic'
  const fields = {
    setupFutureUsage: readUsage(params) ?? null,
    returnUrl: params.url('return_url') ?? null,
    description: params.text('description') ?? null,
    metadata: params.metadata(),
  }
  acceptOthers(params)
  return (asked) => {
    const customer = customerId === null ? null : findCustomer(asked.account, customerId, 'customer')
    const work = byClock(asked, customer?.testClock ?? null)
    const method = cardFor(work, card, customerId)
    return makeIntent(work, {
      ...fields,
      amount,
      currency,
      captureMethod,
      customer: customerId,
      paymentMethod: method?.id ?? null,
    })
  }
}

/** Reads a change of a payment that was not made yet. @throws {ApiError} */
function readIntentUpdate(params: Params): (work: Work, intent: PaymentIntent) => void {
  const [amount, customer, card] = [params.integer('amount', 1), params.text('customer'), readCard(params)]
  const [usage, description] = [readUsage(params), params.text('description')]
  acceptOthers(params)
  params.accept('metadata')
  return (work, intent) => {
    if (amount != null) {
      checkOpen(intent)
      checkChargeable(amount, intent.currency)
      if (intent.invoice !== null) {
        throw unexpected('The amount of the PaymentIntent of an invoice cannot be changed.')
      }
      intent.amount = amount
    }
    if (customer != null) intent.customer = findCustomer(work.account, customer, 'customer').id
    const method = cardFor(work, card, intent.customer)
    if (method !== null) {
      checkOpen(intent)
      Object.assign(intent, { paymentMethod: method.id, status: 'requires_confirmation' })
    }
    if (usage !== undefined) intent.setupFutureUsage = usage
    if (description !== undefined) intent.description = description
    intent.metadata = params.metadata(intent.metadata)
    emitIntent(work, 'payment_intent.updated', intent)
  }
}

/** Accepts parameters that have no effect on the charge of a card. */
function acceptOthers(params: Params): void {
  params.oneOf('confirmation_method', ['automatic'])
  params.accept(
    'automatic_payment_methods',
    'payment_method_options',
    'receipt_email',
    'shipping',
    'statement_descriptor',
    'statement_descriptor_suffix',
  )
}

function readUsage(params: Params): PaymentIntent['setupFutureUsage'] | undefined {
  return params.oneOf('setup_future_usage', ['off_session', 'on_session'])
}

function checkOpen({ status }: PaymentIntent): void {
  if (status.startsWith('requires_') && status !== 'requires_capture') return
  throw unexpected(`This PaymentIntent could not be changed because it has a status of ${status}.`)
}

function checkChargeable(amount: number, currency: string): void {
  checkAmount(amount, currency, 'amount')
  if (amount >= minimumCharge(currency)) return
  throw invalid(
    `The amount must be at least ${minimumCharge(currency)} ${currency}.`,
    'amount',
    'amount_too_small',
  )
}

const changing = changer(findPaymentIntent, (it, { account }) => paymentIntentJson(account, it))

export const paymentIntentRoutes: readonly Route[] = [
  post('/payment_intents', 'payment_intent', (params) => {
    const [create, confirms, confirm] = [
      readNewIntent(params),
      params.flag('confirm') ?? false,
      readConfirmation(params),
    ]
    return (asked) => {
      const intent = create(asked)
      if (confirms) confirm(byClock(asked, clockOf(asked.account, intent.customer)), intent)
      return paymentIntentJson(asked.account, intent)
    }
  }),
  list('/payment_intents', 'payment_intent', findPaymentIntent, {
    filters: { created: isCreated, customer: same('customer') },
    view: (it, { account }) => paymentIntentJson(account, it),
  }),
  get('/payment_intents/:id', 'payment_intent', (params, { id }) => {
    params.accept('client_secret')
    return ({ account }) => paymentIntentJson(account, findPaymentIntent(account, id))
  }),
  post('/payment_intents/:id', 'payment_intent', (params, { id }) => changing(id, readIntentUpdate(params))),
  post('/payment_intents/:id/confirm', 'payment_intent', (params, { id }) => {
    params.accept('client_secret')
    return changing(id, readConfirmation(params))
  }),
  post('/payment_intents/:id/capture', 'payment_intent', (params, { id }) => {
    const amount = params.integer('amount_to_capture', 1)
    params.accept('metadata', 'final_capture', 'statement_descriptor', 'statement_descriptor_suffix')
    return changing(id, (work, intent) => {
      captureIntent(work, intent, amount ?? intent.amount)
      intent.metadata = params.metadata(intent.metadata)
    })
  }),
  post('/payment_intents/:id/cancel', 'payment_intent', (params, { id }) => {
    const reason = params.oneOf('cancellation_reason', cancellationReasons) ?? null
    return changing(id, (work, intent) => cancelIntent(work, intent, reason))
  }),
]

/** Reads the parameters that pay a payment intent now. @throws {ApiError} */
function readConfirmation(params: Params): (work: Work, intent: PaymentIntent) => void {
  const [card, returnUrl] = [readCard(params), params.url('return_url')]
  const isOffSession = params.flag('off_session') ?? false
  const neverWaits = params.flag('error_on_requires_action') ?? false
  const usage = params.oneOf('setup_future_usage', ['off_session', 'on_session'])
  params.accept('mandate_data', 'payment_method_options', 'receipt_email', 'shipping', 'use_stripe_sdk')
  return (work, intent) => {
    checkConfirmable(intent)
    const given = cardFor(work, card, intent.customer)
    const method = given ?? methodOf(work, intent)
    if (returnUrl !== undefined) intent.returnUrl = returnUrl
    if (usage !== undefined) intent.setupFutureUsage = usage
    if ((isOffSession || neverWaits) && needsAuthentication(method, isOffSession)) {
      throw notAuthenticated(work, intent, method)
    }
    const outcome = attemptPayment(work, intent, method, { isOffSession })
    if (outcome.kind !== 'paid' && intent.invoice !== null) tellInvoice(work, intent.invoice, outcome.kind)
    if (outcome.kind === 'declined') {
      throw declined(outcome.code, { payment_intent: paymentIntentJson(work.account, intent) })
    }
  }
}

/** The attempt was one for an invoice as well. */
function tellInvoice(work: Work, id: string, kind: AttemptOutcome['kind']): void {
  const invoice = findInvoice(work.account, id)
  if (invoice.attemptCount === 0) invoice.attemptCount = 1
  const type = kind === 'requires_action' ? 'invoice.payment_action_required' : 'invoice.payment_failed'
  emit(work, type, invoiceSubject(work, invoice))
}

function checkConfirmable({ status }: PaymentIntent): void {
  if (['requires_action', 'requires_confirmation', 'requires_payment_method'].includes(status)) return
  throw unexpected(`You cannot confirm this PaymentIntent because it has a status of ${status}.`)
}

function methodOf({ account }: Work, { paymentMethod }: PaymentIntent): PaymentMethod {
  if (paymentMethod !== null) return findPaymentMethod(account, paymentMethod)
  throw unexpected("You cannot confirm this PaymentIntent because it's missing a payment method.")
}

/** The customer is away, or is not to be asked. */
function notAuthenticated(work: Work, intent: PaymentIntent, method: PaymentMethod): ApiError {
  const code = 'authentication_required'
  const message = 'Your card was declined. This transaction requires authentication.'
  const about = { declineCode: code, charge: null, paymentMethod: method.id } as const
  fail(work, intent, { code, message, ...about })
  const objects = { payment_intent: paymentIntentJson(work.account, intent) }
  return new ApiError(402, 'card_error', message, { code, declineCode: code, objects })
}
