import {
  cancelPayment,
  finalizeInvoice,
  markPaid,
  markUncollectible,
  voidInvoice,
} from '../../billing/finalize-invoice.ts'
import { collectOrSend, payInvoice, sendInvoice } from '../../billing/pay-invoice.ts'
import { checkDraft, findInvoice } from '../../lookup/billing.ts'
import type { StripeAccount } from '../../model/account.ts'
import type { Invoice } from '../../model/invoice.ts'
import { invoiceJson } from '../../objects/invoice-json.ts'
import { invoicePaymentJson } from '../../objects/payment-json.ts'
import { ApiError, declined, invalid } from '../../wire/api-error.ts'
import type { Work } from '../../work.ts'
import { list, same } from '../list-route.ts'
import { cardOf } from '../payment-methods.ts'
import { changer, post, type Route } from '../route.ts'

const closing = changer(findInvoice, (it, { account }) => invoiceJson(account, it))

/** The routes that close an invoice, and those of its payments. */
export const closingRoutes: readonly Route[] = [
  post('/invoices/:id/finalize', 'invoice', (params, { id }) => {
    const autoAdvance = params.flag('auto_advance')
    return closing(id, (work, invoice) => {
      checkDraft(invoice)
      if (autoAdvance !== undefined) invoice.autoAdvance = autoAdvance
      finalizeInvoice(work, invoice)
      if (invoice.autoAdvance) collectOrSend(work, invoice)
    })
  }),
  post('/invoices/:id/pay', 'invoice', (params, { id }) => {
    const [method, isPaidElsewhere] = [
      params.text('payment_method'),
      params.flag('paid_out_of_band') ?? false,
    ]
    const isOffSession = params.flag('off_session') ?? true
    return closing(id, (work, invoice) => {
      if (invoice.status === 'draft') finalizeInvoice(work, invoice)
      if (invoice.status === 'paid') {
        if (invoice.attemptCount > 0) throw invalid('Invoice is already paid')
        return
      }
      checkStatus(invoice, ['open', 'uncollectible'])
      if (isPaidElsewhere) {
        payElsewhere(work, invoice)
        return
      }
      const card = method == null ? undefined : cardOf(work, method, 'payment_method')
      const outcome = payInvoice(work, invoice, { isOffSession, ...(card !== undefined && { method: card }) })
      if (outcome.kind === 'declined') throw declined(outcome.code)
      if (outcome.kind === 'no_method') throw noMethod()
      if (outcome.kind === 'requires_action') throw requiresAction()
    })
  }),
  post('/invoices/:id/send', 'invoice', (_params, { id }) =>
    closing(id, (work, invoice) => {
      if (invoice.dueAt === null) {
        throw invalid('You can only manually send an invoice if its collection method is `send_invoice`.')
      }
      if (invoice.status === 'draft') finalizeInvoice(work, invoice)
      checkStatus(invoice, ['open', 'paid', 'uncollectible'])
      sendInvoice(work, invoice)
    }),
  ),
  post('/invoices/:id/void', 'invoice', (_params, { id }) =>
    closing(id, (work, invoice) => {
      checkStatus(invoice, ['open', 'uncollectible'])
      voidInvoice(work, invoice)
    }),
  ),
  post('/invoices/:id/mark_uncollectible', 'invoice', (_params, { id }) =>
    closing(id, (work, invoice) => {
      checkStatus(invoice, ['open'])
      markUncollectible(work, invoice)
    }),
  ),
  list(
    '/invoice_payments',
    'invoice',
    { allOf: ({ invoicePayments }: StripeAccount) => invoicePayments.values() },
    {
      filters: {
        invoice: same('invoice'),
        status: same('status'),
        payment: (params, key) => {
          const payment = params.part(key)
          payment?.oneOf('type', ['payment_intent'])
          const intent = payment?.text('payment_intent')
          return (it) => intent == null || it.paymentIntent === intent
        },
      },
      view: (it, { account }) => invoicePaymentJson(account, it),
    },
  ),
]

/** The merchant has the money from elsewhere. */
function payElsewhere(work: Work, invoice: Invoice): void {
  const amount = invoiceJson(work.account, invoice).amount_remaining
  invoice.amountPaid += amount
  invoice.amountPaidElsewhere += amount
  cancelPayment(work, invoice)
  markPaid(work, invoice)
}

function checkStatus({ status }: Invoice, allowed: readonly string[]): void {
  if (allowed.includes(status)) return
  throw invalid(
    `The invoice is ${status}; that can be done with one that is ${allowed.join(' or ')}.`,
    'invoice',
  )
}

function requiresAction(): ApiError {
  const message =
    'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.'
  return new ApiError(402, 'card_error', message, { code: 'invoice_payment_intent_requires_action' })
}

function noMethod(): ApiError {
  const message = 'Cannot charge a customer that has no active card or default payment method.'
  return new ApiError(402, 'card_error', message, { code: 'missing' })
}
