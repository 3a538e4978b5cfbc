import { ControlError } from '@goodword/sandbox/control/control-error'
import { requestFaultFields, ruleFields } from '@goodword/sandbox/control/fault-body'
import { id, oneOf, only, optional, orNull } from '@goodword/sandbox/control/fields'
import { checkFields, makeRule, requestFaultOf } from '@goodword/sandbox/control/make-fault'
import { journeyFields, moveClock, plainGoal } from '@goodword/sandbox/control/move-clock'
import { clockRoutes } from '@goodword/sandbox/control/routes/clock-routes'
import { addFault, faultRoutes } from '@goodword/sandbox/control/routes/fault-routes'
import { notificationRoutes } from '@goodword/sandbox/control/routes/notification-routes'
import { isoOf } from '@goodword/sandbox/control/summaries'
import { type RequestFault, requestFaultKinds } from '@goodword/sandbox/model/fault-rule'
import { type Static, Type } from 'typebox'
import type { Decline } from '../faults/declines.ts'
import { accountRoutes } from './account-routes.ts'
import { authenticationRoutes } from './authentication-routes.ts'
import { discountRoutes } from './discount-routes.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { type ControlRoute, maker, ofAccount } from './maker.ts'
import { sessionRoutes } from './session-routes.ts'

const faultBody = only({
  ...ruleFields,
  action: only({
    kind: oneOf([...requestFaultKinds, 'decline']),
    ...requestFaultFields,
    code: optional(
      Type.String({ pattern: '^[a-z_]{1,64}$', description: 'a code such as "insufficient_funds"' }),
    ),
    customer: optional(orNull(id('the id of a customer'), 'for any')),
    subscription: optional(orNull(id('the id of a subscription'), 'for any')),
  }),
})

const journey = only(journeyFields)

/** All that the control API does, below `/sandbox`. */
export const controlRoutes: readonly ControlRoute[] = [
  ...accountRoutes,
  ...authenticationRoutes,
  ...discountRoutes,
  ...disputeRoutes,
  ...sessionRoutes,
  ...clockRoutes(maker),
  ofAccount('POST', '/clock/advance', {
    body: journey,
    handle: async ({ control, account, body }) => {
      if (Object.keys(body).length !== 1) {
        throw new ControlError('INVALID', 'Send one of to, days, hours or nextDue.')
      }
      const goal = () => plainGoal(control.gateway, account, body)
      const { from, to, ...counts } = await moveClock(control, account, goal)
      return { from: isoOf(from), to: isoOf(to), ...counts }
    },
  }),
  ...notificationRoutes(maker, { kinds: null, textName: 'event' }),
  ...faultRoutes(maker),
  ofAccount('POST', '/faults', {
    body: faultBody,
    handle: ({ account, body }) => addFault(account, makeRule(account, body, actionOf(body.action))),
  }),
]

function actionOf(given: Static<typeof faultBody>['action']): Decline | RequestFault {
  const { kind, code = 'generic_decline', customer = null, subscription = null } = given
  if (kind !== 'decline') return requestFaultOf({ ...given, kind }, 'action')
  checkFields(given, ['code', 'customer', 'subscription'], 'action')
  return { kind, code, customer, subscription }
}
