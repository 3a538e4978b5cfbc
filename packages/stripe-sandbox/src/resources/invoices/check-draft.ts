import type { Invoice } from '../../model/invoice.ts'
import { invalid } from '../../wire/api-error.ts'

/** @throws {ApiError} when an invoice is closed */
export function checkDraft({ status }: Invoice): void {
  if (status === 'draft') return
  const message = "This invoice is no longer editable: only drafts can be changed. It is '"
  throw invalid(`${message}${status}'.`, 'invoice', 'invoice_not_editable')
}
