import { emit } from '../events/emit.ts'
import { findInvoice, paymentOf } from '../lookup/billing.ts'
import { findPaymentMethod } from '../lookup/find.ts'
import type { PaymentMethod } from '../model/customer.ts'
import type { Invoice } from '../model/invoice.ts'
import type { PaymentIntent } from '../model/payment.ts'
import { paymentMethodJson } from '../objects/customer-json.ts'
import { invoicePaymentJson } from '../objects/payment-json.ts'
import { invalid } from '../wire/api-error.ts'
import type { Work } from '../work.ts'
import { changeSubscription } from './change-subscription.ts'
import { emitIntent, makeCharge, subscriptionOf } from './charges/charge.ts'
import { markPaid } from './finalize-invoice.ts'
import { invoiceSubject } from './make-invoice.ts'

export type AttemptOutcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'declined'; readonly code: string }
  | { readonly kind: 'not_authenticated' }
  | { readonly kind: 'requires_action' }

/** Tries to pay a payment intent by a card; its bank may want the customer to authenticate the payment first. */
export function attemptPayment(
  work: Work,
  intent: PaymentIntent,
  method: PaymentMethod,
  { isOffSession }: { readonly isOffSession: boolean },
): AttemptOutcome {
  intent.paymentMethod = method.id
  intent.problem = null
  if (!needsAuthentication(method, isOffSession) || work.authentication === 'succeeds') {
    return chargeIntent(work, intent, method)
  }
  if (work.authentication === 'fails') return failAuthentication(work, intent, method)
  intent.status = 'requires_action'
  emitIntent(work, 'payment_intent.requires_action', intent)
  return { kind: 'requires_action' }
}

/** Whether the bank of a card wants a payment to be authenticated. */
export function needsAuthentication({ card, isSetUp }: PaymentMethod, isOffSession: boolean): boolean {
  if (card.authentication === 'until_set_up') return !isSetUp
  return card.authentication === 'always' || (card.authentication === 'on_session' && !isOffSession)
}

/** A customer authenticates a payment, or does not. @throws {ApiError} when it waits for no authentication */
export function endAuthentication(work: Work, intent: PaymentIntent, succeeds: boolean): AttemptOutcome {
  if (intent.status !== 'requires_action') {
    throw invalid(`This PaymentIntent is ${intent.status}: it waits for no authentication.`)
  }
  const method = findPaymentMethod(work.account, intent.paymentMethod ?? '')
  const outcome = succeeds ? chargeIntent(work, intent, method) : failAuthentication(work, intent, method)
  if (outcome.kind !== 'paid' && intent.invoice !== null) {
    emit(work, 'invoice.payment_failed', invoiceSubject(work, findInvoice(work.account, intent.invoice)))
  }
  return outcome
}

function chargeIntent(work: Work, intent: PaymentIntent, method: PaymentMethod): AttemptOutcome {
  const charge = makeCharge(work, intent, method)
  if (charge.decline !== null) {
    fail(work, intent, {
      code: 'card_declined',
      declineCode: charge.decline,
      message: 'Your card was declined.',
      charge: charge.id,
      paymentMethod: method.id,
    })
    return { kind: 'declined', code: charge.decline }
  }
  intent.status = charge.isCaptured ? 'succeeded' : 'requires_capture'
  keepMethod(work, intent, method)
  const type = charge.isCaptured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated'
  emitIntent(work, type, intent)
  if (intent.invoice !== null) settleInvoice(work, findInvoice(work.account, intent.invoice), intent)
  return { kind: 'paid' }
}

function failAuthentication(work: Work, intent: PaymentIntent, method: PaymentMethod): AttemptOutcome {
  fail(work, intent, {
    code: 'payment_intent_authentication_failure',
    declineCode: null,
    message: authenticationFailed,
    charge: null,
    paymentMethod: method.id,
  })
  return { kind: 'not_authenticated' }
}

export const authenticationFailed =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

/** The next attempt needs a payment method again. */
export function fail(
  work: Work,
  intent: PaymentIntent,
  problem: NonNullable<PaymentIntent['problem']>,
): void {
  Object.assign(intent, { status: 'requires_payment_method', paymentMethod: null, problem })
  emitIntent(work, 'payment_intent.payment_failed', intent)
}

function settleInvoice(work: Work, invoice: Invoice, intent: PaymentIntent): void {
  const { account, now } = work
  const payment = paymentOf(account, invoice)
  if (payment === null) throw new Error(`payment not found of ${invoice.id}`)
  Object.assign(payment, { status: 'paid', endedAt: now, amount: intent.amount })
  const subject = { object: invoicePaymentJson(account, payment), subscriptionId: invoice.subscription }
  emit(work, 'invoice_payment.paid', subject)
  invoice.amountPaid += intent.amount
  markPaid(work, invoice)
}

/** After a payment that sets its card up for later ones, the customer has that; a subscription may have it as its default. */
function keepMethod(work: Work, intent: PaymentIntent, method: PaymentMethod): void {
  const subscription = work.account.subscriptions.get(subscriptionOf(work, intent) ?? '')
  if (intent.setupFutureUsage === null && subscription === undefined) return
  if (subscription !== undefined || intent.setupFutureUsage === 'off_session') method.isSetUp = true
  attachTo(work, method, intent.customer)
  if (subscription?.savesPaymentMethod === true) {
    changeSubscription(work, subscription, { defaultPaymentMethod: method.id })
  }
}

/** Attaches a payment method that belongs to no customer yet. */
export function attachTo(work: Work, method: PaymentMethod, customer: string | null): void {
  if (customer === null || method.customer !== null) return
  method.customer = customer
  emit(work, 'payment_method.attached', { object: paymentMethodJson(method) })
}
