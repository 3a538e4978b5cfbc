import { emit } from '../events/emit.ts'
import type { PaymentMethod } from '../model/customer.ts'
import { newId } from '../model/ids.ts'
import type { Charge } from '../model/payment.ts'
import { chargeJson, paymentIntentJson } from '../objects/payment-json.ts'
import type { Work } from '../work.ts'

type Order = Pick<Charge, 'amount' | 'currency' | 'customer' | 'invoice'> & {
  readonly method: PaymentMethod
  readonly subscription: string | null
}

/** Charges a card; the charge says whether that was declined. */
export function makeCharge(work: Work, { method, subscription, ...order }: Order): Charge {
  const { account, now } = work
  const made: Charge = {
    ...order,
    id: newId(account, 'ch'),
    created: now,
    paymentIntent: newId(account, 'pi'),
    paymentMethod: method.id,
    decline: method.card.decline,
    amountRefunded: 0,
    dispute: null,
  }
  account.charges.set(made.id, made)
  const isPaid = made.decline === null
  const about = { subscriptionId: subscription }
  emit(work, isPaid ? 'charge.succeeded' : 'charge.failed', { object: chargeJson(account, made), ...about })
  const type = isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
  emit(work, type, { object: paymentIntentJson(made), ...about })
  return made
}
