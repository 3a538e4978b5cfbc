import { emit } from '../events/emit.ts'
import { latestChargeOf, paymentOf } from '../lookup/billing.ts'
import { findCustomer } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import { newId } from '../model/ids.ts'
import type { Invoice } from '../model/invoice.ts'
import type { Charge, CreditNote, CreditNoteLine } from '../model/payment.ts'
import { taxesOf } from '../money/apply-taxes.ts'
import { stepOf } from '../money/currencies.ts'
import { ratesOf, totalsOf } from '../money/invoice-totals.ts'
import { invoiceJson } from '../objects/invoice-json.ts'
import { creditNoteJson } from '../objects/payment-json.ts'
import { invalid, missing } from '../wire/api-error.ts'
import type { Work } from '../work.ts'
import { changeBalance } from './change-balance.ts'
import { refundCharge } from './charges/refund.ts'
import { cancelPayment, markPaid } from './finalize-invoice.ts'

type Wanted = Pick<
  CreditNote,
  'amount' | 'lines' | 'refundAmount' | 'creditAmount' | 'outOfBandAmount' | 'reason' | 'memo' | 'metadata'
>

export type WantedLine = { readonly invoiceLine: string; readonly amount: number }

/**
 * The lines of a credit note with their taxes, which are taken of what a line says without those that its price includes only where
 * Stripe counts the taxes itself.
 * @throws {ApiError} for a line that the invoice does not have, or that has less left
 */
export function creditedLines(
  account: StripeAccount,
  invoice: Invoice,
  wanted: readonly WantedLine[],
): readonly CreditNoteLine[] {
  const { lines: totals } = totalsOf(account, invoice)
  return wanted.map(({ invoiceLine, amount }, index) => {
    const line = invoice.lines.find((it) => it.id === invoiceLine)
    const param = `lines[${index}][invoice_line_item]`
    if (line === undefined) throw missing('invoice line item', invoiceLine, param)
    const taken = totals.get(line.id)?.taken.reduce((sum, it) => sum + it.amount, 0) ?? 0
    if (amount > line.amount - taken - creditedBefore(account, invoice, line.id)) {
      throw invalid('The amount is more than what is left of the line.', `lines[${index}][amount]`)
    }
    const rates = ratesOf(account, invoice, line).map((rate) =>
      invoice.automaticTax ? { ...rate, isInclusive: false } : rate,
    )
    const taxes = taxesOf(amount, rates, stepOf(invoice.currency))
    return { id: newId(account, 'cnli'), invoiceLine, amount, taxes }
  })
}

export function totalOf(lines: readonly CreditNoteLine[]): number {
  const added = lines.flatMap(({ taxes }) => taxes).filter(({ rate }) => !rate.isInclusive)
  return [...lines, ...added].reduce((sum, { amount }) => sum + amount, 0)
}

function creditedBefore({ creditNotes }: StripeAccount, { id }: Invoice, line: string): number {
  return Array.from(creditNotes.values())
    .filter((it) => it.invoice === id && it.voidedAt === null)
    .flatMap(({ lines }) => lines)
    .filter(({ invoiceLine }) => invoiceLine === line)
    .reduce((sum, { amount }) => sum + amount, 0)
}

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
