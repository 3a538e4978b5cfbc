import { emit } from '../events/emit.ts'
import { latestChargeOf, paymentOf } from '../lookup/billing.ts'
import { findCustomer } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import { newId } from '../model/ids.ts'
import type { Invoice } from '../model/invoice.ts'
import type { Charge, CreditNote } from '../model/payment.ts'
import { invoiceJson } from '../objects/invoice-json.ts'
import { creditNoteJson } from '../objects/payment-json.ts'
import { invalid } from '../wire/api-error.ts'
import type { Work } from '../work.ts'
import { changeBalance } from './change-balance.ts'
import { cancelPayment, markPaid } from './finalize-invoice.ts'
import { refundCharge } from './refund.ts'

type Wanted = Pick<
  CreditNote,
  'amount' | 'refundAmount' | 'creditAmount' | 'outOfBandAmount' | 'reason' | 'memo' | 'metadata'
>

/**
 * Takes something off a finalized invoice: an open one has less to be paid, and of a paid one it goes where the request says.
 * @throws {ApiError}
 */
export function issueCreditNote(work: Work, invoice: Invoice, wanted: Wanted): CreditNote {
  const { account, now } = work
  const { amount, refundAmount, creditAmount } = wanted
  const isPrePayment = invoice.status === 'open'
  checkAmounts(account, invoice, wanted)
  const id = newId(account, 'cn')
  const refund = refundAmount === 0 ? null : refundPart(work, invoice, refundAmount)
  const customer = findCustomer(account, invoice.customer)
  const credit = {
    amount: 0 - creditAmount,
    currency: invoice.currency,
    type: 'credit_note' as const,
    creditNote: id,
    invoice: invoice.id,
  }
  const made: CreditNote = {
    ...wanted,
    id,
    created: now,
    invoice: invoice.id,
    customer: invoice.customer,
    isPrePayment,
    refund: refund?.id ?? null,
    balanceTransaction: creditAmount === 0 ? null : changeBalance(work, customer, credit).id,
    number: `${invoice.number}-CN-${`${account.creditNotes.size + 1}`.padStart(2, '0')}`,
    voidedAt: null,
  }
  account.creditNotes.set(id, made)
  if (isPrePayment) invoice.prePaymentCredit += amount
  else invoice.postPaymentCredit += amount
  tell(work, invoice, made, 'credit_note.created')
  if (isPrePayment && remainingOf(account, invoice) === 0) {
    cancelPayment(work, invoice)
    markPaid(work, invoice)
  }
  return made
}

/** Takes a credit note back while its invoice is open. @throws {ApiError} */
export function voidCreditNote(work: Work, invoice: Invoice, note: CreditNote): void {
  if (!note.isPrePayment || note.voidedAt !== null || invoice.status !== 'open') {
    throw invalid('You can only void an issued credit note of an open invoice.', 'id')
  }
  note.voidedAt = work.now
  invoice.prePaymentCredit -= note.amount
  tell(work, invoice, note, 'credit_note.voided')
}

function checkAmounts(account: StripeAccount, invoice: Invoice, wanted: Wanted): void {
  const { status } = invoice
  if (status !== 'open' && status !== 'paid') throw invalid(`The invoice is ${status}.`, 'invoice')
  if (status === 'open') {
    if (wanted.amount <= remainingOf(account, invoice)) return
    throw invalid('The amount is more than what remains to be paid.', 'amount')
  }
  if (wanted.refundAmount + wanted.creditAmount + wanted.outOfBandAmount === wanted.amount) return
  throw invalid(
    'The sum of credit amount, refund amount and out of band amount must equal the amount.',
    'amount',
  )
}

function refundPart(work: Work, invoice: Invoice, amount: number) {
  const charge = chargeOf(work.account, invoice)
  if (charge === null) throw invalid('The invoice has no charge that could be refunded.', 'refund_amount')
  return refundCharge(work, charge, { amount, reason: null, metadata: {} })
}

function chargeOf(account: StripeAccount, invoice: Invoice): Charge | null {
  const intent = account.paymentIntents.get(paymentOf(account, invoice)?.paymentIntent ?? '')
  return intent === undefined ? null : latestChargeOf(account, intent)
}

function remainingOf(account: StripeAccount, invoice: Invoice): number {
  return invoiceJson(account, invoice).amount_remaining
}

function tell(work: Work, { currency, subscription }: Invoice, note: CreditNote, type: string): void {
  emit(work, type, { object: creditNoteJson(note, currency), subscriptionId: subscription })
}
