import { emit } from '../events/emit.ts'
import { findPaymentIntent, paymentOf } from '../lookup/billing.ts'
import { findCustomer } from '../lookup/find.ts'
import type { PaymentMethod } from '../model/customer.ts'
import type { Invoice } from '../model/invoice.ts'
import { invoiceJson } from '../objects/invoice-json.ts'
import { invoicePaymentJson } from '../objects/payment-json.ts'
import type { Work } from '../work.ts'
import { cancelSubscription } from './cancel.ts'
import { changeSubscription } from './change-subscription.ts'
import { makeCharge } from './charge.ts'
import { markPaid } from './finalize-invoice.ts'
import { invoiceSubject } from './make-invoice.ts'

const DAY_SECONDS = 86_400

export type PaymentOutcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'declined'; readonly code: string }
  | { readonly kind: 'no_method' }

type Attempt = {
  /** What is charged; null when the customer has nothing. */
  readonly method?: PaymentMethod | null
  /** When the next attempt is, if this one fails. */
  readonly nextAttempt?: number | null
}

/** Charges what is due of an open invoice. */
export function payInvoice(work: Work, invoice: Invoice, attempt: Attempt = {}): PaymentOutcome {
  const { account } = work
  const { method = methodFor(work, invoice), nextAttempt = invoice.nextPaymentAttempt } = attempt
  // An attempt by hand is no step on the way of automatic ones, unless it is the first.
  if (invoice.attemptCount === 0) invoice.attemptCount = 1
  const payment = paymentOf(account, invoice)
  if (payment === null) throw new Error(`payment not found of ${invoice.id}`)
  const intent = findPaymentIntent(account, payment.paymentIntent)
  const failed = () => {
    invoice.nextPaymentAttempt = nextAttempt
    emit(work, 'invoice.payment_failed', invoiceSubject(work, invoice))
  }
  if (method === null) {
    failed()
    return { kind: 'no_method' }
  }
  const amount = invoiceJson(account, invoice).amount_remaining
  payment.amount = amount
  intent.amount = amount
  const { id, subscription } = invoice
  const charge = makeCharge(work, intent, { method, invoice: id, subscription })
  if (charge.decline !== null) {
    failed()
    return { kind: 'declined', code: charge.decline }
  }
  payment.status = 'paid'
  payment.endedAt = work.now
  const subject = { object: invoicePaymentJson(account, payment), subscriptionId: subscription }
  emit(work, 'invoice_payment.paid', subject)
  invoice.amountPaid += amount
  markPaid(work, invoice)
  return { kind: 'paid' }
}

/** Makes an automatic attempt: when it fails, another follows, or the subscription ends as the account's settings say. */
export function collectInvoice(work: Work, invoice: Invoice): PaymentOutcome {
  const { account, now } = work
  const { retryAfterDays, afterRetries } = account.settings
  const days = retryAfterDays[invoice.attemptCount]
  const nextAttempt = days === undefined ? null : now + days * DAY_SECONDS
  invoice.attemptCount += 1
  const outcome = payInvoice(work, invoice, { nextAttempt })
  const subscription = account.subscriptions.get(invoice.subscription ?? '')
  if (outcome.kind === 'paid' || subscription === undefined || subscription.endedAt !== null) return outcome
  if (days !== undefined) {
    if (subscription.status === 'active') changeSubscription(work, subscription, { status: 'past_due' })
  } else if (afterRetries === 'canceled') cancelSubscription(work, subscription, 'payment_failed')
  else changeSubscription(work, subscription, { status: afterRetries })
  return outcome
}

/** What an invoice would be charged to; null when the customer has nothing. */
export function methodFor(
  { account }: Work,
  invoice: Pick<Invoice, 'customer' | 'subscription'>,
): PaymentMethod | null {
  const subscription = account.subscriptions.get(invoice.subscription ?? '')
  const { defaultPaymentMethod } = findCustomer(account, invoice.customer)
  const id = subscription?.defaultPaymentMethod ?? defaultPaymentMethod
  return id === null ? null : (account.paymentMethods.get(id) ?? null)
}
