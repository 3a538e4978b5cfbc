import type { StripeAccount } from '../model/account.ts'
import type { Invoice } from '../model/invoice.ts'

type Invoices = StripeAccount['invoices']

const unsettledByInvoices = new WeakMap<Invoices, Set<Invoice>>()

/** Adds an invoice to the account. */
export function keepInvoice({ invoices }: StripeAccount, invoice: Invoice): void {
  unsettledIn(invoices).add(invoice)
  invoices.set(invoice.id, invoice)
}

/** The drafts and open invoices: of the many that there are in a year, few are. */
export function unsettledInvoices({ invoices }: StripeAccount): Iterable<Invoice> {
  const unsettled = unsettledIn(invoices)
  for (const each of unsettled) if (!isUnsettled(each)) unsettled.delete(each)
  return unsettled
}

/** The invoices of a copied account are looked through once. */
function unsettledIn(invoices: Invoices): Set<Invoice> {
  const known = unsettledByInvoices.get(invoices)
  if (known !== undefined) return known
  const unsettled = new Set(Array.from(invoices.values()).filter(isUnsettled))
  unsettledByInvoices.set(invoices, unsettled)
  return unsettled
}

function isUnsettled({ status }: Invoice): boolean {
  return status === 'draft' || status === 'open'
}
