import type { StripeAccount } from '../model/account.ts'
import type { Invoice } from '../model/invoice.ts'
import type { Charge, InvoicePayment, PaymentIntent } from '../model/payment.ts'
import { invalid } from '../wire/api-error.ts'
import { finder } from './find.ts'

export const findSubscription = finder('subscription', ({ subscriptions }) => subscriptions)
export const findInvoice = finder('invoice', ({ invoices }) => invoices)
export const findInvoiceItem = finder('invoiceitem', ({ invoiceItems }) => invoiceItems)
export const findCharge = finder('charge', ({ charges }) => charges)
export const findPaymentIntent = finder('payment_intent', ({ paymentIntents }) => paymentIntents)

/** @throws {ApiError} when an invoice is closed */
export function checkDraft({ status }: Invoice): void {
  if (status === 'draft') return
  const message = "This invoice is no longer editable: only drafts can be changed. It is '"
  throw invalid(`${message}${status}'.`, 'invoice', 'invoice_not_editable')
}

/** How an invoice is paid; null for a draft, and for one that has nothing to pay. */
export function paymentOf({ invoicePayments }: StripeAccount, { payment }: Invoice): InvoicePayment | null {
  return invoicePayments.get(payment ?? '') ?? null
}

/** The last charge of a payment intent; null before the first. */
export function latestChargeOf({ charges }: StripeAccount, { latestCharge }: PaymentIntent): Charge | null {
  return charges.get(latestCharge ?? '') ?? null
}
