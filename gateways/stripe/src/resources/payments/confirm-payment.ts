import {
  type AttemptOutcome,
  attemptPayment,
  fail,
  needsAuthentication,
} from '../../billing/attempt-payment.ts'
import { unexpected } from '../../billing/charges/close-intent.ts'
import { invoiceSubject } from '../../billing/make-invoice.ts'
import { emit } from '../../events/emit.ts'
import { findInvoice } from '../../lookup/billing.ts'
import { findPaymentMethod } from '../../lookup/find.ts'
import type { PaymentMethod } from '../../model/customer.ts'
import type { PaymentIntent } from '../../model/payment.ts'
import { paymentIntentJson } from '../../objects/intent-json.ts'
import { ApiError, declined } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'
import { cardFor, readCard } from './read-card.ts'

/** Reads what is sent to pay a payment intent now. @throws {ApiError} */
export function readConfirmation(params: Params): (work: Work, intent: PaymentIntent) => void {
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
