import { createHash } from 'node:crypto'
import { sumOfRefunds } from '@goodword/domain/payments/bill-money'
import { type Money, roundedDown } from '@goodword/domain/values/money'
import { orNull } from '../or-null.ts'
import { ProcessorError } from '../processor-error.ts'
import type { PaymentState, RefundRequest, RefundResult } from '../processor-state.ts'
import { addedTaxOn, EFFECT_FIELD, pricedLines } from './bills.ts'
import { isInvoiceId, isUndone, paymentRefunds, paymentStateOf, refundStateOf } from './payment-state.ts'
import { findInvoice, readCreditNotes, readRefunds } from './read-lists.ts'
import type { StripeCalls } from './sdk/calls.ts'
import {
  type StripeCreditNote,
  type StripeInvoice,
  type StripeLine,
  type StripePaymentIntent,
  type StripeRefund,
  shaped,
} from './sdk/shapes.ts'
import { amountOf, amountStep, currencyOf, isPossibleId, moneyOf, msOf } from './sdk/values.ts'

/** An invoice with its refunds. */
type Paid = {
  readonly invoice: StripeInvoice
  /** Null for one that was paid without a charge. */
  readonly intent: StripePaymentIntent | null
  readonly refunds: readonly StripeRefund[]
  readonly notes: readonly StripeCreditNote[]
}

/**
 * Gives back by a credit note, so that the tax of the invoice is right as well. Stripe remembers an idempotency key for a day,
 * so a credit note is looked for by its order ID as well, before and after.
 */
export async function refund(calls: StripeCalls, wanted: RefundRequest): Promise<RefundResult> {
  if (isRefundId(wanted.paymentId)) return refused('It is a refund itself.')
  const paid = await readPaid(calls, wanted.paymentId)
  const made = madeAs(paid, wanted)
  if (made !== null) return made
  const { invoice, intent } = paid
  const currency = currencyOf(invoice.currency)
  if (currency !== wanted.inAll.currency) {
    const message = `The refund is in ${wanted.inAll.currency} and the payment in ${currency}.`
    throw new ProcessorError('REJECTED', { message, rejection: 'CURRENCY' })
  }
  const status = intent === null ? 'SETTLED' : paymentStateOf(intent, []).status
  if (status === 'SUBMITTED' || status === 'AUTHORIZED') return { outcome: 'NOT_SETTLED_YET' }
  if (status !== 'SETTLED') return refused('The payment failed or was voided.')
  const received = moneyOf(intent?.amount_received ?? invoice.total, invoice.currency).minor
  const back = sumOfRefunds(paymentRefunds(paid.refunds, paid.notes))
  const step = amountStep(currency)
  const minor = roundedDown(Math.min(wanted.inAll.minor, received) - back, step)
  return minor <= 0 ? { outcome: 'NOTHING_LEFT' } : make(calls, wanted, paid, { minor, currency })
}

/** @throws ProcessorError `NOT_FOUND` */
async function readPaid(calls: StripeCalls, paymentId: string): Promise<Paid> {
  const intent = isInvoiceId(paymentId) ? null : await findPaymentIntent(calls, paymentId)
  const id = intent === null ? paymentId : await invoiceOf(calls, intent.id)
  const invoice = id !== null && isInvoiceId(id) ? await findInvoice(calls, id) : null
  if (invoice === null)
    throw new ProcessorError('NOT_FOUND', { message: 'Stripe does not have this payment.' })
  const refunds = intent === null ? [] : await readRefunds(calls, intent.id)
  return { invoice, intent, refunds, notes: await readCreditNotes(calls, invoice.id) }
}

async function invoiceOf({ read }: StripeCalls, intent: string): Promise<string | null> {
  const payment = { type: 'payment_intent', payment_intent: intent } as const
  const [found] = await read('invoicePayments.list', async (stripe) => {
    const { data } = await stripe.invoicePayments.list({ payment, limit: 1 })
    return data.map((it) => shaped('paymentOfInvoice', it))
  })
  return found?.invoice ?? null
}

type Wanted = Pick<RefundRequest, 'orderId'>

async function make(
  calls: StripeCalls,
  wanted: RefundRequest,
  { invoice }: Paid,
  amount: Money,
): Promise<RefundResult> {
  const note = await fittingNote(calls, invoice, amountOf(amount))
  const where = wanted.to === 'BALANCE' ? { credit_amount: note.total } : { refund_amount: note.total }
  const request = {
    invoice: invoice.id,
    ...note.of,
    ...where,
    memo: 'Referral discount that was missing on this invoice',
    metadata: { [EFFECT_FIELD]: wanted.orderId },
  }
  // Stripe refuses a key that comes again with another amount, as after a refund by hand.
  const key = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  try {
    const made = await calls.write('creditNotes.create', async (stripe) =>
      shaped('creditNote', await stripe.creditNotes.create(request, { idempotencyKey: `goodword-${key}` })),
    )
    return resultOf(made, [])
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    if (error.code === 'REJECTED') return refusalOf(error)
    const found = error.isOutcomeUnknown ? await findMade(calls, wanted).catch(() => null) : null
    if (found !== null) return found
    throw error
  }
}

/** A credit note that comes to `total`, as Stripe counts amounts. */
type FittingNote = {
  readonly total: number
  readonly of: { readonly lines: CreditedLine[] } | { readonly amount: number }
}
type CreditedLine = {
  readonly type: 'invoice_line_item'
  readonly invoice_line_item: string
  readonly amount: number
}

/**
 * A credit note of an amount after tax over the lines that discounts are taken off. Stripe counts their tax itself, and takes
 * amounts of lines with or without it, so that they are fitted to what it makes of them.
 */
async function fittingNote(calls: StripeCalls, invoice: StripeInvoice, wanted: number): Promise<FittingNote> {
  const { minor: tax, baseMinor: base } = addedTaxOn(invoice)
  let net = base + tax === 0 ? 0 : Math.round((wanted * base) / (base + tax))
  for (let tries = 0; tries < 2; tries += 1) {
    const lines = creditedLines(invoice, net)
    if (lines.length === 0) break
    const total = await previewedTotal(calls, invoice.id, lines)
    // Taxes are rounded for each line.
    if (Math.abs(total - wanted) <= lines.length) return { total, of: { lines } }
    net = Math.round((net * wanted) / total)
  }
  return { total: wanted, of: { amount: wanted } }
}

/** An amount in parts that are proportional to the amounts paid for the lines. */
function creditedLines(invoice: StripeInvoice, amount: number): CreditedLine[] {
  const lines = pricedLines(invoice)
  const upTo = Array.from(lines, (_line, index) =>
    lines.slice(0, index + 1).reduce((sum, it) => sum + paidFor(it), 0),
  )
  const all = upTo.at(-1) ?? 0
  const shareUpTo = (index: number) =>
    index < 0 || all === 0 ? 0 : Math.round((amount * (upTo[index] ?? 0)) / all)
  return lines.flatMap(({ id }, index) => {
    const part = shareUpTo(index) - shareUpTo(index - 1)
    return part <= 0 ? [] : [{ type: 'invoice_line_item', invoice_line_item: id, amount: part }]
  })
}

function paidFor({ amount, discount_amounts }: StripeLine): number {
  return (discount_amounts ?? []).reduce((left, it) => left - it.amount, amount)
}

async function previewedTotal(
  { read }: StripeCalls,
  invoice: string,
  lines: CreditedLine[],
): Promise<number> {
  const preview = await read('creditNotes.preview', async (stripe) =>
    shaped('notePreview', await stripe.creditNotes.preview({ invoice, lines })),
  )
  return preview.post_payment_amount
}

async function findMade(calls: StripeCalls, wanted: RefundRequest): Promise<RefundResult | null> {
  return madeAs(await readPaid(calls, wanted.paymentId), wanted)
}

/** The credit note that was made under this order ID. */
function madeAs({ notes, refunds }: Paid, { orderId }: Wanted): RefundResult | null {
  const made = notes.find(({ metadata }) => metadata?.[EFFECT_FIELD] === orderId)
  return made === undefined ? null : resultOf(made, refunds)
}

function resultOf(note: StripeCreditNote, refunds: readonly StripeRefund[]): RefundResult {
  const id = note.refunds[0]?.refund ?? null
  const known = refunds.find((it) => it.id === id)
  if (known !== undefined && isUndone(known)) {
    return refused('The refund was made, and then failed or was cancelled in the Dashboard.')
  }
  if (note.status === 'void') return refused('The credit note was made, and then voided in the Dashboard.')
  const amount = moneyOf(note.post_payment_amount, note.currency)
  const status = id === null ? 'SETTLED' : 'SUBMITTED'
  return { outcome: 'REFUNDED', refund: { id: id ?? note.id, status, amount, createdAt: msOf(note.created) } }
}

const refusals: Readonly<Record<string, string>> = {
  charge_already_refunded: 'The payment was already refunded in full.',
  charge_disputed: 'The payment is disputed, so the bank decides about its money.',
}

function refusalOf({ processorCodes, message }: ProcessorError): RefundResult {
  return refused(processorCodes.map((code) => refusals[code]).find((it) => it !== undefined) ?? message)
}

function refused(message: string): RefundResult {
  return { outcome: 'REFUSED', message }
}

/** One request for each refund, and two for each payment. */
export async function readPayments(
  calls: StripeCalls,
  ids: readonly string[],
): Promise<readonly PaymentState[]> {
  const found: PaymentState[] = []
  for (const id of ids) {
    const payment = isRefundId(id) ? await findRefund(calls, id) : await findPayment(calls, id)
    if (payment !== null) found.push(payment)
  }
  return found
}

export async function readPayer(calls: StripeCalls, id: string): Promise<string | null> {
  const found = isInvoiceId(id) ? await findInvoice(calls, id) : await findPaymentIntent(calls, id)
  return found?.customer ?? null
}

function isRefundId(id: string): boolean {
  return /^(re|pyr)_/.test(id)
}

async function findPayment(calls: StripeCalls, id: string): Promise<PaymentState | null> {
  const intent = await findPaymentIntent(calls, id)
  return intent === null ? null : paymentStateOf(intent, await readRefunds(calls, id))
}

async function findPaymentIntent({ read }: StripeCalls, id: string): Promise<StripePaymentIntent | null> {
  if (!isPossibleId(id)) return null
  return orNull(
    read('paymentIntents.retrieve', async (stripe) =>
      shaped('paymentIntent', await stripe.paymentIntents.retrieve(id)),
    ),
  )
}

async function findRefund({ read }: StripeCalls, id: string): Promise<PaymentState | null> {
  const refund = await orNull(
    read('refunds.retrieve', async (stripe) => shaped('refund', await stripe.refunds.retrieve(id))),
  )
  return refund === null ? null : refundStateOf(refund)
}
