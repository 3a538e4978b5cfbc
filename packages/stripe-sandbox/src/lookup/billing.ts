import type { StripeAccount } from '../model/account.ts'
import type { Invoice, InvoiceItem } from '../model/invoice.ts'
import type { Charge } from '../model/payment.ts'
import type { Subscription } from '../model/subscription.ts'
import { missing } from '../wire/api-error.ts'

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
