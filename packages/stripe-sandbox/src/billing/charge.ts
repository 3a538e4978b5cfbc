import { emit } from '../events/emit.ts'
import { declineOf } from '../faults/declines.ts'
import type { PaymentMethod } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import type { Charge, PaymentIntent } from '../model/payment.ts'
import { chargeJson, paymentIntentJson } from '../objects/payment-json.ts'
import type { Work } from '../work.ts'

type Order = Pick<PaymentIntent, 'amount' | 'currency' | 'customer'> & {
  readonly subscription: string | null
}

/** Makes a payment intent, which is not paid yet. */
export function makeIntent(work: Work, { subscription, ...order }: Order): PaymentIntent {
  const { account, now } = work
  const id = newId(account, 'pi')
  const made: PaymentIntent = { ...order, id, created: now, latestCharge: null, isCanceled: false }
  account.paymentIntents.set(id, made)
  const subject = { object: paymentIntentJson(account, made), subscriptionId: subscription }
  emit(work, 'payment_intent.created', subject)
  return made
}

type Attempt = {
  readonly method: PaymentMethod
  readonly invoice: string | null
  readonly subscription: string | null
}

/** Charges a card for a payment intent; the charge says whether that was declined. */
export function makeCharge(
  work: Work,
  intent: PaymentIntent,
  { method, invoice, subscription }: Attempt,
): Charge {
  const { account, now } = work
  const { amount, currency, customer } = intent
  const made: Charge = {
    id: newId(account, 'ch'),
    created: now,
    paymentIntent: intent.id,
    customer,
    invoice,
    amount,
    currency,
    paymentMethod: method.id,
    decline: declineOf(account, { customer, subscription }) ?? method.card.decline,
    amountRefunded: 0,
    dispute: null,
  }
  account.charges.set(made.id, made)
  intent.latestCharge = made.id
  const isPaid = made.decline === null
  const about = { subscriptionId: subscription }
  emit(work, isPaid ? 'charge.succeeded' : 'charge.failed', { object: chargeJson(account, made), ...about })
  const type = isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
  emit(work, type, { object: paymentIntentJson(account, intent), ...about })
  return made
}
