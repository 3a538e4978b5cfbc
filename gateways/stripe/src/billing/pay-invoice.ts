import { emit } from '../events/emit.ts'
import { findPaymentIntent, paymentOf } from '../lookup/billing.ts'
import { methodFor } from '../lookup/payment-method.ts'
import type { PaymentMethod } from '../model/customer.ts'
import type { Invoice } from '../model/invoice.ts'
import { invoiceJson } from '../objects/invoice-json.ts'
import type { Work } from '../work.ts'
import { type AttemptOutcome, attemptPayment } from './attempt-payment.ts'
import { cancelSubscription } from './cancel.ts'
import { changeSubscription } from './change-subscription.ts'
import { invoiceSubject } from './make-invoice.ts'

const DAY_SECONDS = 86_400

export type PaymentOutcome = AttemptOutcome | { readonly kind: 'no_method' }

type Attempt = {
  /** The payment method to charge; null when the customer has none. */
  readonly method?: PaymentMethod | null
  /** When the next attempt is, if this one fails. */
  readonly nextAttempt?: number | null
  /** Whether the customer is away, as at renewals. */
  readonly isOffSession: boolean
}

/** Charges the amount due of an open invoice. */
export function payInvoice(work: Work, invoice: Invoice, attempt: Attempt): PaymentOutcome {
  const { account } = work
  const {
    method = methodFor(work, invoice),
    nextAttempt = invoice.nextPaymentAttempt,
    isOffSession,
  } = attempt
  // An attempt by hand is no step on the way of automatic ones, unless it is the first.
  if (invoice.attemptCount === 0) invoice.attemptCount = 1
  const payment = paymentOf(account, invoice)
  if (payment === null) throw new Error(`payment not found of ${invoice.id}`)
  const outcome = method === null ? ({ kind: 'no_method' } as const) : attemptOf(method)
  if (outcome.kind === 'paid') return outcome
  invoice.nextPaymentAttempt = nextAttempt
  emit(work, 'invoice.payment_failed', invoiceSubject(work, invoice))
  if (outcome.kind === 'requires_action') {
    emit(work, 'invoice.payment_action_required', invoiceSubject(work, invoice))
  }
  return outcome

  function attemptOf(chosen: PaymentMethod): AttemptOutcome {
    const intent = findPaymentIntent(account, payment?.paymentIntent)
    intent.amount = invoiceJson(account, invoice).amount_remaining
    if (payment !== null) payment.amount = intent.amount
    return attemptPayment(work, intent, chosen, { isOffSession })
  }
}

/** Charges a finalized invoice, or sends it to the customer. */
export function collectOrSend(work: Work, invoice: Invoice): void {
  if (invoice.status !== 'open') return
  if (invoice.dueAt === null) collectInvoice(work, invoice)
  else sendInvoice(work, invoice)
}

/** Stripe sends an e-mail; here that is only said. */
export function sendInvoice(work: Work, invoice: Invoice): void {
  emit(work, 'invoice.sent', invoiceSubject(work, invoice))
}

/** Says that an invoice was not paid in time; its subscription is past due. */
export function markOverdue(work: Work, invoice: Invoice): void {
  invoice.isOverdue = true
  emit(work, 'invoice.overdue', invoiceSubject(work, invoice))
  const subscription = work.account.subscriptions.get(invoice.subscription ?? '')
  if (subscription?.status === 'active') changeSubscription(work, subscription, { status: 'past_due' })
}

/** Makes an automatic attempt: when it fails, another follows, or the subscription ends as the account's settings say. */
export function collectInvoice(work: Work, invoice: Invoice): PaymentOutcome {
  const { account, now } = work
  const { retryAfterDays, afterRetries } = account.settings
  const days = retryAfterDays[invoice.attemptCount]
  const nextAttempt = days === undefined ? null : now + days * DAY_SECONDS
  invoice.attemptCount += 1
  const outcome = payInvoice(work, invoice, { nextAttempt, isOffSession: true })
  const subscription = account.subscriptions.get(invoice.subscription ?? '')
  if (outcome.kind === 'paid' || subscription === undefined || subscription.endedAt !== null) return outcome
  if (days !== undefined) {
    if (subscription.status === 'active') changeSubscription(work, subscription, { status: 'past_due' })
  } else if (afterRetries === 'canceled') cancelSubscription(work, subscription, 'payment_failed')
  else changeSubscription(work, subscription, { status: afterRetries })
  return outcome
}
