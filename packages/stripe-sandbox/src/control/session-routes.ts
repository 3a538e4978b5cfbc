import { ControlError } from '@goodword/sandbox/control/control-error'
import { id, only, optional, orNull, text } from '@goodword/sandbox/control/fields'
import { sessionJson } from '../objects/session-json.ts'
import { completeSession } from '../resources/checkout/complete-session.ts'
import { findSession } from '../resources/checkout/sessions.ts'
import { ApiError } from '../wire/api-error.ts'
import { workBy } from '../work.ts'
import { type ControlRoute, ofAccount } from './maker.ts'

/** What customers do on Stripe's own pages. */
export const sessionRoutes: readonly ControlRoute[] = [
  ofAccount('POST', '/checkout/sessions/:id/complete', {
    body: only({
      paymentMethod: optional(id('a test card such as "pm_card_visa"')),
      email: optional(orNull(text(), 'for none')),
      promotionCode: optional(orNull(text('the text of a code'), 'for none')),
      testClock: optional(orNull(id('the id of a test clock'), 'for none')),
    }),
    handle: ({ control: { gateway }, account, path, body }) => {
      try {
        const session = findSession(account, path.id)
        const clockId = account.customers.get(session.customer ?? '')?.testClock ?? body.testClock ?? null
        const work = workBy(gateway, account, clockId)
        const payer = {
          paymentMethod: body.paymentMethod ?? 'pm_card_visa',
          email: body.email ?? null,
          promotionCode: body.promotionCode ?? null,
          testClock: clockId,
        }
        return sessionJson(account, completeSession(work, session, payer))
      } catch (error) {
        if (error instanceof ApiError) throw new ControlError('CONFLICT', error.message)
        throw error
      }
    },
  }),
]
