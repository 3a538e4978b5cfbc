import { emit } from '../events/emit.ts'
import { findCustomer } from '../lookup/find.ts'
import type { PaymentMethod } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import type { Invoice } from '../model/invoice.ts'
import type { InvoicePayment } from '../model/payment.ts'
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

/** Charges what is due of an open invoice. */
export function payInvoice(work: Work, invoice: Invoice, method = methodFor(work, invoice)): PaymentOutcome {
  const { account } = work
  invoice.attemptCount += 1
  if (method === null) {
    emit(work, 'invoice.payment_failed', invoiceSubject(work, invoice))
    return { kind: 'no_method' }
  }
  const amount = invoiceJson(account, invoice).amount_remaining
  const { customer, currency, subscription } = invoice
  const charge = makeCharge(work, { customer, currency, amount, method, invoice: invoice.id, subscription })
  if (charge.decline !== null) {
    emit(work, 'invoice.payment_failed', invoiceSubject(work, invoice))
    return { kind: 'declined', code: charge.decline }
  }
  const payment: InvoicePayment = {
    id: newId(account, 'inpay'),
    created: work.now,
    invoice: invoice.id,
    paymentIntent: charge.paymentIntent,
    charge: charge.id,
    amount,
    status: 'paid',
  }
  account.invoicePayments.set(payment.id, payment)
  emit(work, 'invoice_payment.paid', {
    object: invoicePaymentJson(account, payment),
    subscriptionId: invoice.subscription,
  })
  markPaid(work, invoice, charge)
  return { kind: 'paid' }
}

/** Makes an automatic attempt: when it fails, another follows, or the subscription ends as the account's settings say. */
export function collectInvoice(work: Work, invoice: Invoice): void {
  if (payInvoice(work, invoice).kind === 'paid') return
  const { account, now } = work
  const days = account.settings.retryAfterDays[invoice.attemptCount - 1]
  invoice.nextPaymentAttempt = days === undefined ? null : now + days * DAY_SECONDS
  const subscription = account.subscriptions.get(invoice.subscription ?? '')
  if (subscription === undefined || subscription.endedAt !== null) return
  if (days !== undefined) {
    if (subscription.status === 'active') changeSubscription(work, subscription, { status: 'past_due' })
    return
  }
  const { afterRetries } = account.settings
  if (afterRetries === 'canceled') cancelSubscription(work, subscription, 'payment_failed')
  else changeSubscription(work, subscription, { status: afterRetries })
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
