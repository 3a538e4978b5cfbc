import { changeBalance } from '../billing/change-balance.ts'
import { refundCharge } from '../billing/refund.ts'
import { emit } from '../events/emit.ts'
import { findCharge, findInvoice } from '../lookup/billing.ts'
import { findCustomer } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import { newId } from '../model/ids.ts'
import type { Charge, CreditNote } from '../model/payment.ts'
import { invoiceJson } from '../objects/invoice-json.ts'
import {
  chargeJson,
  creditNoteJson,
  disputeJson,
  paymentIntentJson,
  refundJson,
} from '../objects/payment-json.ts'
import { invalid, missing } from '../wire/api-error.ts'
import { pageOf, readCreated, readCursor } from '../wire/list.ts'
import type { Params } from '../wire/params.ts'
import { get, post, type Route } from '../wire/route.ts'
import { byClock, type Work } from '../work.ts'

const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const
const creditReasons = ['duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'] as const

export const paymentRoutes: readonly Route[] = [
  get('/charges', 'charge', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [customer, intent] = [params.text('customer'), params.text('payment_intent')]
    return ({ account }) => {
      const fitting = Array.from(account.charges.values()).filter((it) => {
        if (customer != null && it.customer !== customer) return false
        return isIn(it.created) && (intent == null || it.paymentIntent === intent)
      })
      return pageOf('/v1/charges', fitting, cursor, (it) => chargeJson(account, it))
    }
  }),
  get(
    '/charges/:id',
    'charge',
    (_params, { id }) =>
      ({ account }) =>
        chargeJson(account, findCharge(account, id)),
  ),
  get(
    '/payment_intents/:id',
    'payment_intent',
    (_params, { id = '' }) =>
      ({ account }) =>
        paymentIntentJson(chargeOfIntent(account, id)),
  ),
  post('/refunds', 'refund', (params) => {
    const [chargeId, intent] = [params.text('charge'), params.text('payment_intent')]
    const amount = params.integer('amount', 1)
    const reason = params.oneOf('reason', reasons) ?? null
    const metadata = params.metadata()
    return (asked) => {
      const charge =
        intent == null
          ? findCharge(asked.account, chargeId ?? '', 'charge')
          : chargeOfIntent(asked.account, intent, 'payment_intent')
      const work = workOf(asked, charge.customer)
      const refund = refundCharge(work, charge, {
        amount: amount ?? charge.amount - charge.amountRefunded,
        reason,
        metadata,
      })
      return refundJson(refund, charge)
    }
  }),
  get('/refunds', 'refund', (params) => {
    const [cursor, isIn] = [readCursor(params), readCreated(params)]
    const [chargeId, intent] = [params.text('charge'), params.text('payment_intent')]
    return ({ account }) => {
      const fitting = Array.from(account.refunds.values()).filter((it) => {
        if (chargeId != null && it.charge !== chargeId) return false
        return (
          isIn(it.created) && (intent == null || account.charges.get(it.charge)?.paymentIntent === intent)
        )
      })
      return pageOf('/v1/refunds', fitting, cursor, (it) => refundJson(it, findCharge(account, it.charge)))
    }
  }),
  post('/refunds/:id', 'refund', (params, { id = '' }) => {
    params.accept('metadata')
    return ({ account }) => {
      const refund = account.refunds.get(id)
      if (refund === undefined) throw missing('refund', id)
      refund.metadata = params.metadata(refund.metadata)
      return refundJson(refund, findCharge(account, refund.charge))
    }
  }),
  get('/refunds/:id', 'refund', (_params, { id = '' }) => ({ account }) => {
    const refund = account.refunds.get(id)
    if (refund === undefined) throw missing('refund', id)
    return refundJson(refund, findCharge(account, refund.charge))
  }),
  get('/disputes', 'dispute', (params) => {
    const [cursor, charge] = [readCursor(params), params.text('charge')]
    return ({ account }) => {
      const fitting = Array.from(account.disputes.values()).filter(
        (it) => charge == null || it.charge === charge,
      )
      return pageOf('/v1/disputes', fitting, cursor, (it) => disputeJson(it, findCharge(account, it.charge)))
    }
  }),
  get('/disputes/:id', 'dispute', (_params, { id = '' }) => ({ account }) => {
    const dispute = account.disputes.get(id)
    if (dispute === undefined) throw missing('dispute', id)
    return disputeJson(dispute, findCharge(account, dispute.charge))
  }),
  post('/credit_notes', 'credit_note', (params) => {
    const create = readCreditNote(params)
    return (work) => create(work)
  }),
  get('/credit_notes', 'credit_note', (params) => {
    const [cursor, invoice, customer] = [readCursor(params), params.text('invoice'), params.text('customer')]
    return ({ account }) => {
      const fitting = Array.from(account.creditNotes.values()).filter((it) => {
        return (invoice == null || it.invoice === invoice) && (customer == null || it.customer === customer)
      })
      return pageOf('/v1/credit_notes', fitting, cursor, (it) => noteJson(account, it))
    }
  }),
  get('/credit_notes/:id', 'credit_note', (_params, { id = '' }) => ({ account }) => {
    const note = account.creditNotes.get(id)
    if (note === undefined) throw missing('credit note', id)
    return noteJson(account, note)
  }),
]

/** Reads a credit note: on an open invoice it lowers what is due, on a paid one it says where the money goes. */
function readCreditNote(params: Params): (work: Work) => object {
  const invoiceId = params.neededText('invoice')
  const whole = params.neededInteger('amount', 1)
  const [refundAmount, creditAmount, outOfBandAmount] = [
    params.integer('refund_amount', 0) ?? 0,
    params.integer('credit_amount', 0) ?? 0,
    params.integer('out_of_band_amount', 0) ?? 0,
  ]
  const [reason, memo] = [params.oneOf('reason', creditReasons) ?? null, params.text('memo') ?? null]
  const metadata = params.metadata()
  return (asked) => {
    const invoice = findInvoice(asked.account, invoiceId, 'invoice')
    const work = workOf(asked, invoice.customer)
    const { account, now } = work
    const { amount_remaining: remaining } = invoiceJson(account, invoice)
    const isPrePayment = invoice.status === 'open'
    if (!isPrePayment && invoice.status !== 'paid')
      throw invalid(`The invoice is ${invoice.status}.`, 'invoice')
    if (isPrePayment && whole > remaining)
      throw invalid('The amount is more than what remains to be paid.', 'amount')
    if (!isPrePayment && refundAmount + creditAmount + outOfBandAmount !== whole) {
      throw invalid(
        'The sum of credit amount, refund amount and out of band amount must equal the amount.',
        'amount',
      )
    }
    const charge = chargeOfInvoice(account, invoice.id)
    const refund =
      refundAmount === 0 || charge === undefined
        ? null
        : refundCharge(work, charge, { amount: refundAmount, reason: null, metadata: {} })
    const id = newId(account, 'cn')
    const balance =
      creditAmount === 0
        ? null
        : changeBalance(work, findCustomer(account, invoice.customer), {
            amount: 0 - creditAmount,
            currency: invoice.currency,
            type: 'credit_note',
            creditNote: id,
            invoice: invoice.id,
          })
    const made: CreditNote = {
      id,
      created: now,
      invoice: invoice.id,
      customer: invoice.customer,
      amount: whole,
      reason,
      memo,
      isPrePayment,
      refund: refund?.id ?? null,
      refundAmount,
      creditAmount,
      outOfBandAmount,
      balanceTransaction: balance?.id ?? null,
      number: `${invoice.number}-CN-${`${account.creditNotes.size + 1}`.padStart(2, '0')}`,
      metadata,
    }
    account.creditNotes.set(id, made)
    if (isPrePayment) invoice.prePaymentCredit += whole
    else invoice.postPaymentCredit += whole
    emit(work, 'credit_note.created', {
      object: noteJson(account, made),
      subscriptionId: invoice.subscription,
    })
    return noteJson(account, made)
  }
}

function noteJson(account: StripeAccount, it: CreditNote) {
  return creditNoteJson(it, findInvoice(account, it.invoice).currency)
}

function chargeOfIntent({ charges }: StripeAccount, id: string, param?: string): Charge {
  const found = Array.from(charges.values()).findLast((it) => it.paymentIntent === id)
  if (found === undefined) throw missing('payment_intent', id, param)
  return found
}

function chargeOfInvoice({ charges }: StripeAccount, id: string): Charge | undefined {
  return Array.from(charges.values()).findLast((it) => it.invoice === id && it.decline === null)
}

function workOf(asked: Work, customer: string): Work {
  return byClock(asked, findCustomer(asked.account, customer).testClock)
}
