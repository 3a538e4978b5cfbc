import { authenticationFailed, needsAuthentication } from '../../billing/attempt-payment.ts'
import { makeSetupIntent, needsSetup, setUpCard } from '../../billing/set-up-card.ts'
import { declineOf } from '../../faults/declines.ts'
import { findPaymentMethod } from '../../lookup/find.ts'
import { methodFor } from '../../lookup/payment-method.ts'
import type { Subscription } from '../../model/subscription.ts'
import { ApiError, declined, invalid } from '../../wire/api-error.ts'
import type { Work } from '../../work.ts'

type Attempt = { readonly mustSucceed: boolean; readonly isOffSession: boolean }

/** Before anything is redeemed: a card has to be there, and to be good where the request says so. @throws {ApiError} */
export function checkMethod(work: Work, made: Subscription, { mustSucceed, isOffSession }: Attempt): void {
  const method =
    made.defaultPaymentMethod === null
      ? methodFor(work, { customer: made.customer, subscription: null })
      : findPaymentMethod(work.account, made.defaultPaymentMethod)
  if (method === null) {
    const message =
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.'
    throw invalid(message, undefined, 'resource_missing')
  }
  if (!mustSucceed) return
  if (needsAuthentication(method, isOffSession) && work.authentication !== 'succeeds') {
    throw notAuthenticated(work.authentication)
  }
  const decline =
    method.card.decline ?? declineOf(work.account, { customer: made.customer, subscription: null })
  if (decline !== null) throw declined(decline)
}

function notAuthenticated(authentication: Work['authentication']): ApiError {
  if (authentication === 'fails') {
    const details = { code: 'payment_intent_authentication_failure' }
    return new ApiError(402, 'card_error', authenticationFailed, details)
  }
  const message =
    'Payment for this subscription requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with `subscription.latest_invoice`.'
  return new ApiError(402, 'card_error', message, { code: 'subscription_payment_intent_requires_action' })
}

/** What begins without a payment may need a card, or the authentication of the one that it has. */
export function setUpLater(work: Work, made: Subscription, pays: boolean): void {
  const method = methodFor(work, { customer: made.customer, subscription: made.id })
  if (method === null ? pays : !needsSetup(method)) return
  const { id: subscription, customer } = made
  const intent = makeSetupIntent(work, { customer, subscription, paymentMethod: method?.id ?? null })
  made.pendingSetupIntent = intent.id
  if (method !== null && pays) setUpCard(work, intent, method)
}
