import { emit } from '../events/emit.ts'
import { paymentOf } from '../lookup/billing.ts'
import { findCustomer } from '../lookup/find.ts'
import { methodFor } from '../lookup/payment-method.ts'
import { newId } from '../model/ids.ts'
import type { Invoice } from '../model/invoice.ts'
import type { InvoicePayment } from '../model/payment.ts'
import { totalsOf } from '../money/invoice-totals.ts'
import { prefixOf } from '../objects/customer-json.ts'
import type { Work } from '../work.ts'
import { changeBalance } from './change-balance.ts'
import { changeSubscription } from './change-subscription.ts'
import { makeIntent } from './charges/charge.ts'
import { invoiceSubject } from './make-invoice.ts'

/** Closes a draft: the balance is applied, and an invoice with nothing to pay is paid. */
export function finalizeInvoice(work: Work, invoice: Invoice): void {
  const { account, now } = work
  const customer = findCustomer(account, invoice.customer)
  const { startingBalance, endingBalance, amountDue, isTooSmall } = totalsOf(account, invoice)
  customer.invoiceCount += 1
  Object.assign(invoice, {
    status: 'open',
    number: `${prefixOf(customer)}-${`${customer.invoiceCount}`.padStart(4, '0')}`,
    finalizedAt: now,
    finalizesAt: null,
    startingBalance,
    endingBalance,
  })
  const { currency, id } = invoice
  // Credit is used up before an amount too small to charge becomes a debit.
  const used = isTooSmall ? Math.max(0, 0 - startingBalance) : endingBalance - startingBalance
  if (used !== 0)
    changeBalance(work, customer, { amount: used, currency, type: 'applied_to_invoice', invoice: id })
  const debit = isTooSmall ? endingBalance - startingBalance - used : 0
  if (debit !== 0)
    changeBalance(work, customer, { amount: debit, currency, type: 'invoice_too_small', invoice: id })
  if (amountDue > 0) invoice.payment = makePayment(work, invoice, amountDue).id
  emit(work, 'invoice.finalized', invoiceSubject(work, invoice))
  if (amountDue === 0) markPaid(work, invoice)
}

/** An invoice is paid by one payment intent, however many attempts that takes. */
function makePayment(work: Work, invoice: Invoice, amount: number): InvoicePayment {
  const { account, now } = work
  const { id, customer, currency, subscription } = invoice
  const intent = makeIntent(work, {
    invoice: id,
    customer,
    currency,
    amount,
    // The customer who gets a sent invoice chooses the card.
    paymentMethod: invoice.dueAt === null ? (methodFor(work, invoice)?.id ?? null) : null,
    setupFutureUsage: subscription === null ? null : 'off_session',
  })
  const made: InvoicePayment = {
    id: newId(account, 'inpay'),
    created: now,
    invoice: invoice.id,
    paymentIntent: intent.id,
    amount,
    status: 'open',
    endedAt: null,
  }
  account.invoicePayments.set(made.id, made)
  return made
}

/** Marks an invoice as paid; its payment is recorded before. */
export function markPaid(work: Work, invoice: Invoice): void {
  invoice.status = 'paid'
  invoice.paidAt = work.now
  invoice.nextPaymentAttempt = null
  emit(work, 'invoice.paid', invoiceSubject(work, invoice))
  emit(work, 'invoice.payment_succeeded', invoiceSubject(work, invoice))
  const subscription = work.account.subscriptions.get(invoice.subscription ?? '')
  if (subscription?.latestInvoice !== invoice.id) return
  if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) {
    const isInTrial = subscription.trialEnd !== null && subscription.trialEnd > work.now
    changeSubscription(work, subscription, { status: isInTrial ? 'trialing' : 'active' })
  }
}

/** Ends what an invoice would have been paid by, when it will not be. */
export function cancelPayment({ account, now }: Work, invoice: Invoice): void {
  const payment = paymentOf(account, invoice)
  if (payment === null || payment.status !== 'open') return
  payment.status = 'canceled'
  payment.endedAt = now
  const intent = account.paymentIntents.get(payment.paymentIntent)
  if (intent !== undefined)
    Object.assign(intent, { status: 'canceled', canceledAt: now, cancellationReason: 'void_invoice' })
}

/** Gives up an invoice that is a draft or open; credit that it used comes back. */
export function voidInvoice(work: Work, invoice: Invoice): void {
  const { startingBalance, endingBalance, currency, id } = invoice
  invoice.status = 'void'
  invoice.voidedAt = work.now
  invoice.nextPaymentAttempt = null
  cancelPayment(work, invoice)
  const amount = (startingBalance ?? 0) - (endingBalance ?? 0)
  if (amount !== 0) {
    const customer = findCustomer(work.account, invoice.customer)
    changeBalance(work, customer, { amount, currency, type: 'unapplied_from_invoice', invoice: id })
  }
  emit(work, 'invoice.voided', invoiceSubject(work, invoice))
}

export function markUncollectible(work: Work, invoice: Invoice): void {
  invoice.status = 'uncollectible'
  invoice.uncollectibleAt = work.now
  invoice.nextPaymentAttempt = null
  emit(work, 'invoice.marked_uncollectible', invoiceSubject(work, invoice))
}
