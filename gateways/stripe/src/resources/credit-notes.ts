import { creditedLines, issueCreditNote, totalOf, voidCreditNote } from '../billing/credit-note.ts'
import { onCopy } from '../billing/upcoming-invoice.ts'
import { findInvoice } from '../lookup/billing.ts'
import { findCustomer, finder } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Invoice } from '../model/invoice.ts'
import type { CreditNote } from '../model/payment.ts'
import { creditNoteJson, creditNoteLineJson } from '../objects/payment-json.ts'
import { invalid } from '../wire/api-error.ts'
import { pageOf, readCursor } from '../wire/list.ts'
import type { Params } from '../wire/params.ts'
import { byClock, type Work } from '../work.ts'
import { list, same } from './list-route.ts'
import { get, post, type Route, retrieve } from './route.ts'

const reasons = ['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'] as const

const readNote = (params: Params) => {
  const invoiceId = params.neededText('invoice')
  const amount = params.integer('amount', 1)
  const lines = params.parts('lines')?.map((line) => {
    line.oneOf('type', ['invoice_line_item'])
    return { invoiceLine: line.neededText('invoice_line_item'), amount: line.neededInteger('amount', 1) }
  })
  if ((amount == null) === (lines == null)) {
    throw invalid('You must pass one of amount or lines.', 'amount', 'parameter_missing')
  }
  const wanted = {
    refundAmount: params.integer('refund_amount', 0) ?? 0,
    creditAmount: params.integer('credit_amount', 0) ?? 0,
    outOfBandAmount: params.integer('out_of_band_amount', 0) ?? 0,
    reason: params.oneOf('reason', reasons) ?? null,
    memo: params.text('memo') ?? null,
    metadata: params.metadata(),
  }
  return (account: StripeAccount) => {
    const invoice = findInvoice(account, invoiceId, 'invoice')
    const credited = creditedLines(account, invoice, lines ?? [])
    return { invoice, wanted: { ...wanted, lines: credited, amount: amount ?? totalOf(credited) } }
  }
}

const findNote = finder('credit note', ({ creditNotes }) => creditNotes)

export const creditNoteRoutes: readonly Route[] = [
  post('/credit_notes', 'credit_note', (params) => {
    const read = readNote(params)
    return (asked) => {
      const { invoice, wanted } = read(asked.account)
      return json(issueCreditNote(workOf(asked, invoice), invoice, wanted), asked)
    }
  }),
  get('/credit_notes/preview', 'credit_note', (params) => {
    const read = readNote(params)
    return (asked) => {
      const copy = onCopy(asked)
      const { invoice, wanted } = read(copy.account)
      const isDecided = wanted.refundAmount + wanted.creditAmount + wanted.outOfBandAmount > 0
      const decided = isDecided ? wanted : { ...wanted, outOfBandAmount: wanted.amount }
      return json(issueCreditNote(workOf(copy, invoice), invoice, decided), copy)
    }
  }),
  list('/credit_notes', 'credit_note', findNote, {
    filters: { invoice: same('invoice'), customer: same('customer') },
    view: json,
  }),
  retrieve('/credit_notes/:id', 'credit_note', findNote, json),
  get('/credit_notes/:id/lines', 'credit_note', (params, { id }) => {
    const cursor = readCursor(params)
    return ({ account }) => {
      const { lines } = findNote(account, id)
      return pageOf(`/v1/credit_notes/${id}/lines`, lines, cursor, creditNoteLineJson)
    }
  }),
  post('/credit_notes/:id/void', 'credit_note', (_params, { id }) => (asked) => {
    const note = findNote(asked.account, id)
    const invoice = findInvoice(asked.account, note.invoice)
    voidCreditNote(workOf(asked, invoice), invoice, note)
    return json(note, asked)
  }),
]

function json(it: CreditNote, { account }: Pick<Work, 'account'>) {
  return creditNoteJson(it, findInvoice(account, it.invoice).currency)
}

function workOf(asked: Work, { customer }: Invoice): Work {
  return byClock(asked, findCustomer(asked.account, customer).testClock)
}
