import { ControlError, notThere } from '@goodword/sandbox/control/control-error'
import { oneOf, only } from '@goodword/sandbox/control/fields'
import { endAuthentication } from '../billing/attempt-payment.ts'
import { endSetup } from '../billing/set-up-card.ts'
import { clockOf } from '../lookup/find.ts'
import type { StripeAccount } from '../model/account.ts'
import type { PaymentIntent, SetupIntent } from '../model/payment.ts'
import { paymentIntentJson, setupIntentJson } from '../objects/intent-json.ts'
import { ApiError } from '../wire/api-error.ts'
import { type Gateway, workBy } from '../work.ts'
import { type ControlRoute, ofAccount } from './maker.ts'

/** The answers of customers to banks that require authentication of a payment or a card. */
export const authenticationRoutes: readonly ControlRoute[] = [
  ofAccount('POST', '/authentications/:id', {
    body: only({ outcome: oneOf(['fails', 'succeeds']) }),
    handle: ({ control: { gateway }, account, path: { id = '' }, body }) => {
      if (intentOf(account, id) === null) throw notThere(`payment intent or setup intent ${id}`)
      return authenticate(gateway, account, id, body.outcome === 'succeeds')
    },
  }),
]

/** The payment intent or setup intent with an id; null when there is none. */
export function intentOf(account: StripeAccount, id: string): PaymentIntent | SetupIntent | null {
  return account.paymentIntents.get(id) ?? account.setupIntents.get(id) ?? null
}

/** Ends the authentication that an intent waits for. @throws {ControlError} when it waits for none */
export function authenticate(gateway: Gateway, account: StripeAccount, id: string, succeeds: boolean) {
  const [payment, setup] = [account.paymentIntents.get(id), account.setupIntents.get(id)]
  const customer = (payment ?? setup)?.customer ?? null
  const work = workBy(gateway, account, clockOf(account, customer))
  try {
    if (payment !== undefined) {
      endAuthentication(work, payment, succeeds)
      return paymentIntentJson(account, payment)
    }
    if (setup === undefined) throw notThere(`payment intent or setup intent ${id}`)
    endSetup(work, setup, succeeds)
    return setupIntentJson(account, setup)
  } catch (error) {
    if (error instanceof ApiError) throw new ControlError('CONFLICT', error.message)
    throw error
  }
}
