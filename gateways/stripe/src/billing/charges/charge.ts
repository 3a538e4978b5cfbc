import { emit } from '../../events/emit.ts'
import { declineOf } from '../../faults/declines.ts'
import type { PaymentMethod } from '../../model/customer.ts'
import { newId } from '../../model/ids.ts'
import type { Charge, PaymentIntent } from '../../model/payment.ts'
import { paymentIntentJson } from '../../objects/intent-json.ts'
import { chargeJson } from '../../objects/payment-json.ts'
import type { Work } from '../../work.ts'

type Order = Pick<PaymentIntent, 'amount' | 'currency' | 'customer'> & Partial<PaymentIntent>

/** Makes a payment intent, which is not paid yet. */
export function makeIntent(work: Work, order: Order): PaymentIntent {
  const { account, now } = work
  const made: PaymentIntent = {
    invoice: null,
    captureMethod: 'automatic',
    status: (order.paymentMethod ?? null) === null ? 'requires_payment_method' : 'requires_confirmation',
    paymentMethod: null,
    setupFutureUsage: null,
    problem: null,
    latestCharge: null,
    canceledAt: null,
    cancellationReason: null,
    returnUrl: null,
    description: null,
    metadata: {},
    ...order,
    id: newId(account, 'pi'),
    created: now,
  }
  account.paymentIntents.set(made.id, made)
  emitIntent(work, 'payment_intent.created', made)
  return made
}

/** Charges a card for a payment intent; the charge says whether that was declined. */
export function makeCharge(work: Work, intent: PaymentIntent, method: PaymentMethod): Charge {
  const { account, now } = work
  const { amount, currency, customer, invoice } = intent
  const subscription = subscriptionOf(work, intent)
  const decline = declineOf(account, { customer, subscription }) ?? method.card.decline
  const isCaptured = decline === null && intent.captureMethod !== 'manual'
  const made: Charge = {
    id: newId(account, 'ch'),
    created: now,
    paymentIntent: intent.id,
    customer,
    invoice,
    amount,
    currency,
    paymentMethod: method.id,
    decline,
    amountCaptured: isCaptured ? amount : 0,
    isCaptured,
    amountRefunded: 0,
    dispute: null,
  }
  account.charges.set(made.id, made)
  intent.latestCharge = made.id
  const type = decline === null ? 'charge.succeeded' : 'charge.failed'
  emit(work, type, { object: chargeJson(account, made), subscriptionId: subscription })
  return made
}

export function emitIntent(work: Work, type: string, intent: PaymentIntent): void {
  const object = paymentIntentJson(work.account, intent)
  emit(work, type, { object, subscriptionId: subscriptionOf(work, intent) })
}

/** The subscription that a payment intent or a charge pays for; null for none. */
export function subscriptionOf(
  { account }: Pick<Work, 'account'>,
  { invoice }: Pick<Charge, 'invoice'>,
): string | null {
  return account.invoices.get(invoice ?? '')?.subscription ?? null
}
