import { emitIntent, makeIntent } from '../../billing/charges/charge.ts'
import { unexpected } from '../../billing/charges/close-intent.ts'
import { findCustomer } from '../../lookup/find.ts'
import { captureMethods, type PaymentIntent } from '../../model/payment.ts'
import { checkAmount, minimumCharge } from '../../money/currencies.ts'
import { invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import { byClock, type Work } from '../../work.ts'
import { cardFor, readCard } from './read-card.ts'

export const cancellationReasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const

/** Reads a payment that a program makes by itself. @throws {ApiError} */
export function readNewIntent(params: Params): (asked: Work) => PaymentIntent {
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
export function readIntentUpdate(params: Params): (work: Work, intent: PaymentIntent) => void {
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

/** What is read nowhere else, and has no effect on what a card is charged. */
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
