import { emit } from '../events/emit.ts'
import type { PaymentMethod } from '../model/customer.ts'
import type { PaymentIntent } from '../model/payment.ts'
import { paymentMethodJson } from '../objects/customer-json.ts'
import type { Work } from '../work.ts'
import { changeSubscription } from './change-subscription.ts'
import { subscriptionOf } from './charges/charge.ts'

/** After a payment that sets its card up for later ones, the customer has that; a subscription may have it as its default. */
export function keepMethod(work: Work, intent: PaymentIntent, method: PaymentMethod): void {
  const subscription = work.account.subscriptions.get(subscriptionOf(work, intent) ?? '')
  if (intent.setupFutureUsage === null && subscription === undefined) return
  if (subscription !== undefined || intent.setupFutureUsage === 'off_session') method.isSetUp = true
  attachTo(work, method, intent.customer)
  if (subscription?.savesPaymentMethod === true) {
    changeSubscription(work, subscription, { defaultPaymentMethod: method.id })
  }
}

/** Attaches a payment method that belongs to no customer yet. */
export function attachTo(work: Work, method: PaymentMethod, customer: string | null): void {
  if (customer === null || method.customer !== null) return
  method.customer = customer
  emit(work, 'payment_method.attached', { object: paymentMethodJson(method) })
}
