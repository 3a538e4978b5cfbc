import { dayOf } from '@goodword/domain/bills/bill-time'
import type { PaymentRefund, ProcessorDispute } from '@goodword/domain/bills/processor-payment'
import type { Money } from '@goodword/domain/values/money'
import type { PaymentState } from '../processor-state.ts'
import {
  addedTaxOn,
  otherAdjustmentsOn,
  ourDiscountOn,
  periodStartOf,
  pricedLines,
  priceOfInvoice,
} from './bills.ts'
import type {
  StripeCreditNote,
  StripeDispute,
  StripeInvoice,
  StripePaymentIntent,
  StripeRefund,
} from './sdk/shapes.ts'
import { moneyOf, msOf } from './sdk/values.ts'

/** The refunds and disputes of payments, by their IDs, and the credit notes of invoices, by theirs. */
export type Aftermath = {
  readonly payments: ReadonlyMap<
    string,
    { readonly refunds: readonly StripeRefund[]; readonly disputes: readonly StripeDispute[] }
  >
  readonly creditNotes: ReadonlyMap<string, readonly StripeCreditNote[]>
}

export const NO_AFTERMATH: Aftermath = { payments: new Map(), creditNotes: new Map() }

/** The payments of an invoice. Until one is paid its time is that of the invoice, which is tried to be charged by it. */
export function paymentsOf(
  invoice: StripeInvoice,
  discountId: string,
  aftermath: Aftermath,
): readonly PaymentState[] {
  const periodStart = periodStartOf(invoice)
  const discountAmount = ourDiscountOn(invoice, discountId)
  const billPrice = priceOfInvoice(invoice)
  const otherAdjustments = otherAdjustmentsOn(invoice, discountId)
  const addedTax = addedTaxOn(invoice)
  const notes = aftermath.creditNotes.get(invoice.id) ?? []
  // Prorations, taxes, the balance, and payments of a part are in the amount, too.
  const priced = ({ minor }: Money) =>
    minor + discountAmount - otherAdjustments === billPrice ? {} : { billPrice }
  const ofBill = {
    type: 'SALE',
    billedAt: msOf(invoice.created),
    discountAmount,
    otherAdjustments,
    roundedLines: pricedLines(invoice).length,
    orderId: null,
    periodStart: periodStart === null ? null : dayOf(msOf(periodStart)),
    ...(addedTax.minor > 0 && { addedTax }),
  } as const
  if (isPaidWithoutCharge(invoice)) {
    const amount = moneyOf(invoice.total, invoice.currency)
    const createdAt = msOf(invoice.status_transitions.paid_at ?? invoice.created)
    const settled = { id: invoice.id, status: 'SETTLED', amount, createdAt } as const
    return [{ ...settled, ...refundsOf([], notes), ...ofBill, ...priced(amount) }]
  }
  return invoice.payments.data.flatMap(
    ({ payment, status, amount_paid, amount_requested, status_transitions }) => {
      const id = payment.payment_intent ?? payment.charge ?? null
      const amount = moneyOf(amount_paid ?? amount_requested, invoice.currency)
      if (id === null || amount.minor === 0) return []
      const after = aftermath.payments.get(id)
      const disputes = after?.disputes.filter((it) => !isInquiry(it)) ?? []
      return [
        {
          id,
          status: statusOf(status, invoice),
          amount,
          createdAt: msOf(status_transitions.paid_at ?? invoice.created),
          ...refundsOf(after?.refunds ?? [], notes),
          ...ofBill,
          ...priced(amount),
          ...(disputes.length > 0 && { disputes: disputes.map(disputeStateOf) }),
        },
      ]
    },
  )
}

function refundsOf(refunds: readonly StripeRefund[], notes: readonly StripeCreditNote[]) {
  const all = paymentRefunds(refunds, notes)
  return { refundIds: all.map(({ id }) => id), refunds: all }
}

/** The refunds of a payment, and the amounts that credit notes of its invoice gave back otherwise. */
export function paymentRefunds(
  refunds: readonly StripeRefund[],
  notes: readonly StripeCreditNote[],
): readonly PaymentRefund[] {
  const ofNotes = notes.map((note): PaymentRefund => {
    const { id, created, status, currency } = note
    const refunded = note.refunds.reduce((sum, it) => sum + it.amount_refunded, 0)
    const amount = moneyOf(Math.max(0, note.post_payment_amount - refunded), currency)
    return { id, status: status === 'void' ? 'VOIDED' : 'SETTLED', amount, createdAt: msOf(created) }
  })
  return [...refunds.map(paymentRefundOf), ...ofNotes.filter(({ amount }) => amount.minor > 0)]
}

function paymentRefundOf(it: StripeRefund): PaymentRefund {
  const amount = moneyOf(it.amount, it.currency)
  return { id: it.id, status: refundStatus(it), amount, createdAt: msOf(it.created) }
}

/** Paid by the customer's balance, or elsewhere. An amount too small to be charged is paid later: the balance is owed then. */
function isPaidWithoutCharge({ status, total, ending_balance, payments }: StripeInvoice): boolean {
  const isCharged = payments.data.some(
    ({ status: paid, payment }) => paid === 'paid' && (payment.payment_intent ?? payment.charge) != null,
  )
  return status === 'paid' && total > 0 && (ending_balance ?? 0) <= 0 && !isCharged
}

/** Whether a payment is an invoice that was paid without a charge. */
export function isInvoiceId(id: string): boolean {
  return id.startsWith('in_')
}

function statusOf(status: string, { attempted }: StripeInvoice): PaymentState['status'] {
  if (status === 'paid') return 'SETTLED'
  if (status === 'canceled') return 'VOIDED'
  return attempted ? 'FAILED' : 'AUTHORIZED'
}

/** An inquiry before a dispute takes no money, and a dispute that was prevented took none. */
function isInquiry({ status }: StripeDispute): boolean {
  return status.startsWith('warning_') || status === 'prevented'
}

function disputeStateOf({ id, status, created }: StripeDispute): ProcessorDispute {
  const ending = status === 'won' ? 'WON' : status === 'lost' ? 'LOST' : 'OPEN'
  return { id, status: ending, openedAt: msOf(created) }
}

const statuses: Readonly<Record<string, PaymentState['status']>> = {
  succeeded: 'SETTLED',
  processing: 'SUBMITTED',
  requires_capture: 'AUTHORIZED',
  requires_payment_method: 'FAILED',
  canceled: 'VOIDED',
}

/** A payment by itself: which bill it paid is not known. */
export function paymentStateOf(it: StripePaymentIntent, refunds: readonly StripeRefund[]): PaymentState {
  return {
    ...withoutBill(it),
    type: 'SALE',
    status: statuses[it.status] ?? 'UNKNOWN',
    amount: moneyOf(it.amount, it.currency),
    refundIds: refunds.map(({ id }) => id),
    orderId: null,
  }
}

export function refundStateOf(it: StripeRefund): PaymentState {
  return {
    ...withoutBill(it),
    type: 'CREDIT',
    status: refundStatus(it),
    amount: moneyOf(it.amount, it.currency),
    refundIds: [],
    orderId: null,
  }
}

function refundStatus({ status }: StripeRefund): PaymentState['status'] {
  if (status === 'succeeded') return 'SETTLED'
  return isUndone({ status }) ? 'FAILED' : 'SUBMITTED'
}

export function isUndone({ status }: Pick<StripeRefund, 'status'>): boolean {
  return status === 'failed' || status === 'canceled'
}

function withoutBill({ id, created }: { readonly id: string; readonly created: number }) {
  return { id, createdAt: msOf(created), discountAmount: 0, otherAdjustments: 0, periodStart: null }
}
