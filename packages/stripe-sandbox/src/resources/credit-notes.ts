import { issueCreditNote, voidCreditNote } from '../billing/credit-note.ts'
import { findInvoice } from '../lookup/billing.ts'
import { findCustomer } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Invoice } from '../model/invoice.ts'
import type { CreditNote } from '../model/payment.ts'
import { creditNoteJson } from '../objects/payment-json.ts'
import { missing } from '../wire/api-error.ts'
import { pageOf, readCursor } from '../wire/list.ts'
import { byClock, type Work } from '../work.ts'
import { get, post, type Route } from './route.ts'

const reasons = ['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'] as const

export const creditNoteRoutes: readonly Route[] = [
  post('/credit_notes', 'credit_note', (params) => {
    const invoiceId = params.neededText('invoice')
    const wanted = {
      amount: params.neededInteger('amount', 1),
      refundAmount: params.integer('refund_amount', 0) ?? 0,
      creditAmount: params.integer('credit_amount', 0) ?? 0,
      outOfBandAmount: params.integer('out_of_band_amount', 0) ?? 0,
      reason: params.oneOf('reason', reasons) ?? null,
      memo: params.text('memo') ?? null,
      metadata: params.metadata(),
    }
    return (asked) => {
      const invoice = findInvoice(asked.account, invoiceId, 'invoice')
      return json(asked.account, issueCreditNote(workOf(asked, invoice), invoice, wanted))
    }
  }),
  get('/credit_notes', 'credit_note', (params) => {
    const [cursor, invoice, customer] = [readCursor(params), params.text('invoice'), params.text('customer')]
    return ({ account }) => {
      const fitting = Array.from(account.creditNotes.values()).filter((it) => {
        return (invoice == null || it.invoice === invoice) && (customer == null || it.customer === customer)
      })
      return pageOf('/v1/credit_notes', fitting, cursor, (it) => json(account, it))
    }
  }),
  get(
    '/credit_notes/:id',
    'credit_note',
    (_params, { id }) =>
      ({ account }) =>
        json(account, findNote(account, id)),
  ),
  // Notes are amounts here, without lines.
  get('/credit_notes/:id/lines', 'credit_note', (params, { id }) => {
    const cursor = readCursor(params)
    return ({ account }) => {
      return pageOf(`/v1/credit_notes/${findNote(account, id).id}/lines`, [], cursor, (line) => line)
    }
  }),
  post('/credit_notes/:id/void', 'credit_note', (_params, { id }) => (asked) => {
    const note = findNote(asked.account, id)
    const invoice = findInvoice(asked.account, note.invoice)
    voidCreditNote(workOf(asked, invoice), invoice, note)
    return json(asked.account, note)
  }),
]

/** @throws {ApiError} */
function findNote({ creditNotes }: StripeAccount, id = ''): CreditNote {
  const note = creditNotes.get(id)
  if (note === undefined) throw missing('credit note', id)
  return note
}

function json(account: StripeAccount, it: CreditNote) {
  return creditNoteJson(it, findInvoice(account, it.invoice).currency)
}

function workOf(asked: Work, { customer }: Invoice): Work {
  return byClock(asked, findCustomer(asked.account, customer).testClock)
}
