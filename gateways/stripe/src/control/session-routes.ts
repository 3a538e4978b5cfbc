import { ControlError } from '@goodword/sandbox/control/control-error'
import { id, oneOf, only, optional, orNull, text } from '@goodword/sandbox/control/fields'
import type { StripeAccount } from '../model/account.ts'
import { sessionJson } from '../objects/session-json.ts'
import { completeSession, type Payer } from '../resources/checkout/complete-session.ts'
import { findSession } from '../resources/checkout/sessions.ts'
import { ApiError } from '../wire/api-error.ts'
import { type Gateway, workBy } from '../work.ts'
import { type ControlRoute, ofAccount } from './maker.ts'

/** The actions of customers on Stripe's own pages. */
export const sessionRoutes: readonly ControlRoute[] = [
  ofAccount('POST', '/checkout/sessions/:id/complete', {
    body: only({
      paymentMethod: optional(orNull(id('a test card such as "pm_card_visa"'), 'for none')),
      email: optional(orNull(text(), 'for none')),
      promotionCode: optional(orNull(text('the text of a code'), 'for none')),
      testClock: optional(orNull(id('the id of a test clock'), 'for none')),
      authentication: optional(oneOf(['fails', 'succeeds'])),
    }),
    handle: ({ control: { gateway }, account, path, body }) => payFor(gateway, account, path.id, body),
  }),
]

/** Pays for an open session. @throws {ControlError} with the reason of the refusal */
export function payFor(
  gateway: Gateway,
  account: StripeAccount,
  sessionId: string | undefined,
  {
    paymentMethod = 'pm_card_visa',
    email = null,
    promotionCode = null,
    testClock = null,
    authentication = 'succeeds',
  }: Partial<Payer>,
) {
  try {
    const session = findSession(account, sessionId)
    const clockId = account.customers.get(session.customer ?? '')?.testClock ?? testClock
    const payer = { paymentMethod, email, promotionCode, testClock: clockId, authentication }
    return sessionJson(account, completeSession(workBy(gateway, account, clockId), session, payer))
  } catch (error) {
    if (error instanceof ApiError) throw new ControlError('CONFLICT', error.message)
    throw error
  }
}
