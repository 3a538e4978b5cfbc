import type { StripeAccount } from '../model/account.ts'
import type { Charge, CreditNote, CreditNoteLine, InvoicePayment, Refund } from '../model/payment.ts'
import { listInside } from '../wire/list.ts'
import { taxJson } from './tax-json.ts'

/** Fields of charges and payment intents for other products. */
export const notSimulated = {
  application: null,
  application_fee_amount: null,
  on_behalf_of: null,
  receipt_email: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
}

export function chargeJson({ paymentMethods }: StripeAccount, it: Charge) {
  const card = paymentMethods.get(it.paymentMethod)?.card
  const isPaid = it.decline === null
  return {
    id: it.id,
    object: 'charge' as const,
    amount: it.amount,
    amount_captured: it.amountCaptured,
    amount_refunded: it.amountRefunded,
    ...notSimulated,
    application_fee: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'LOCAL STRIPE',
    captured: it.isCaptured,
    created: it.created,
    currency: it.currency,
    customer: it.customer,
    description: null,
    disputed: it.dispute !== null,
    failure_balance_transaction: null,
    failure_code: isPaid ? null : 'card_declined',
    failure_message: isPaid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: {},
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
      reason: it.decline,
      risk_level: 'normal',
      seller_message: isPaid ? 'Payment complete.' : 'The bank did not return any further details.',
      type: isPaid ? 'authorized' : 'issuer_declined',
    },
    paid: isPaid,
    payment_intent: it.paymentIntent,
    payment_method: it.paymentMethod,
    payment_method_details: {
      card: {
        amount_authorized: isPaid ? it.amount : null,
        authorization_code: null,
        brand: card?.brand ?? null,
        checks: null,
        country: 'US',
        electronic_commerce_indicator: null,
        exp_month: 12,
        exp_year: 2034,
        fingerprint: card?.fingerprint ?? null,
        funding: 'credit' as const,
        installments: null,
        last4: card?.last4 ?? null,
        mandate: null,
        network: card?.brand ?? null,
        network_transaction_id: null,
        regulated_status: null,
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_number: null,
    receipt_url: null,
    refunded: it.amountRefunded > 0 && it.amountRefunded === it.amount,
    source_transfer: null,
    status: isPaid ? ('succeeded' as const) : ('failed' as const),
    transfer_data: null,
  }
}

/** A charge that has a payment intent is not shown: the intent leads to it. */
export function invoicePaymentJson({ invoices }: StripeAccount, it: InvoicePayment) {
  return {
    id: it.id,
    object: 'invoice_payment' as const,
    amount_paid: it.status === 'paid' ? it.amount : null,
    amount_requested: it.amount,
    created: it.created,
    currency: invoices.get(it.invoice)?.currency ?? '',
    invoice: it.invoice,
    is_default: true,
    livemode: false,
    payment: { payment_intent: it.paymentIntent, type: 'payment_intent' as const },
    status: it.status,
    status_transitions: {
      canceled_at: it.status === 'canceled' ? it.endedAt : null,
      paid_at: it.status === 'paid' ? it.endedAt : null,
    },
  }
}

export function refundJson(it: Refund, { currency, customer, paymentIntent, paymentMethod }: Charge) {
  return {
    id: it.id,
    object: 'refund' as const,
    amount: it.amount,
    balance_transaction: null,
    charge: it.charge,
    created: it.created,
    currency,
    customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' as const }, type: 'card' },
    metadata: it.metadata,
    payment_intent: paymentIntent,
    payment_method: paymentMethod,
    reason: it.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: it.status,
    transfer_reversal: null,
    ...(it.status === 'failed' && { failure_reason: 'unknown' }),
  }
}

/** So many lines are inside of a credit note; the others are read by pages. */
const LINES_INSIDE = 10

export function creditNoteJson(it: CreditNote, currency: string) {
  const taxes = it.lines.flatMap((line) => line.taxes)
  const taxed = taxes.reduce((sum, { amount }) => sum + amount, 0)
  const added = taxes.filter(({ rate }) => !rate.isInclusive).reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: it.id,
    object: 'credit_note' as const,
    amount: it.amount,
    amount_shipping: 0,
    created: it.created,
    currency,
    customer: it.customer,
    customer_account: null,
    customer_balance_transaction: it.balanceTransaction,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: it.created,
    invoice: it.invoice,
    lines: listInside(`/v1/credit_notes/${it.id}/lines`, it.lines.map(creditNoteLineJson), LINES_INSIDE),
    livemode: false,
    memo: it.memo,
    metadata: it.metadata,
    number: it.number,
    out_of_band_amount: it.outOfBandAmount,
    pdf: '',
    post_payment_amount: it.isPrePayment ? 0 : it.amount,
    pre_payment_amount: it.isPrePayment ? it.amount : 0,
    pretax_credit_amounts: [],
    reason: it.reason,
    refunds:
      it.refund === null
        ? []
        : [
            {
              amount_refunded: it.refundAmount,
              payment_record_refund: null,
              refund: it.refund,
              type: 'refund' as const,
            },
          ],
    shipping_cost: null,
    status: it.voidedAt === null ? ('issued' as const) : ('void' as const),
    subtotal: it.amount - added,
    subtotal_excluding_tax: it.amount - taxed,
    total: it.amount,
    total_excluding_tax: it.amount - taxed,
    total_taxes: taxes.map(taxJson),
    type: it.isPrePayment ? ('pre_payment' as const) : ('post_payment' as const),
    voided_at: it.voidedAt,
  }
}

export function creditNoteLineJson({ id, invoiceLine, amount, taxes }: CreditNoteLine) {
  return {
    id,
    object: 'credit_note_line_item' as const,
    amount,
    description: null,
    discount_amount: 0,
    discount_amounts: [],
    invoice_line_item: invoiceLine,
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: null,
    tax_rates: [],
    taxes: taxes.map(taxJson),
    type: 'invoice_line_item' as const,
    unit_amount: null,
    unit_amount_decimal: null,
  }
}
