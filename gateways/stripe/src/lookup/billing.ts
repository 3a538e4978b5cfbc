import type { StripeAccount } from '../model/account.ts'
import type { Invoice, InvoiceItem } from '../model/invoice.ts'
import type { Charge, InvoicePayment, PaymentIntent } from '../model/payment.ts'
import type { Subscription } from '../model/subscription.ts'
import { invalid, missing } from '../wire/api-error.ts'

/** @throws {ApiError} */
export function findSubscription({ subscriptions }: StripeAccount, id = '', param?: string): Subscription {
  const found = subscriptions.get(id)
  if (found === undefined) throw missing('subscription', id, param)
  return found
}

/** @throws {ApiError} */
export function findInvoice({ invoices }: StripeAccount, id = '', param?: string): Invoice {
  const found = invoices.get(id)
  if (found === undefined) throw missing('invoice', id, param)
  return found
}

/** @throws {ApiError} when an invoice is closed */
export function checkDraft({ status }: Invoice): void {
  if (status === 'draft') return
  const message = "This invoice is no longer editable: only drafts can be changed. It is '"
  throw invalid(`${message}${status}'.`, 'invoice', 'invoice_not_editable')
}

/** @throws {ApiError} */
export function findInvoiceItem({ invoiceItems }: StripeAccount, id = ''): InvoiceItem {
  const found = invoiceItems.get(id)
  if (found === undefined) throw missing('invoiceitem', id)
  return found
}

/** @throws {ApiError} */
export function findCharge({ charges }: StripeAccount, id = '', param?: string): Charge {
  const found = charges.get(id)
  if (found === undefined) throw missing('charge', id, param)
  return found
}

/** @throws {ApiError} */
export function findPaymentIntent({ paymentIntents }: StripeAccount, id = '', param?: string): PaymentIntent {
  const found = paymentIntents.get(id)
  if (found === undefined) throw missing('payment_intent', id, param)
  return found
}

/** How an invoice is paid; null for a draft, and for one that has nothing to pay. */
export function paymentOf({ invoicePayments }: StripeAccount, { payment }: Invoice): InvoicePayment | null {
  return invoicePayments.get(payment ?? '') ?? null
}

/** The last charge of a payment intent; null before the first. */
export function latestChargeOf({ charges }: StripeAccount, { latestCharge }: PaymentIntent): Charge | null {
  return charges.get(latestCharge ?? '') ?? null
}
