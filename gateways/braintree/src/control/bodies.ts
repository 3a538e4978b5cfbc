import { requestFaultFields, requestPattern, ruleFields } from '@goodword/sandbox/control/fault-body'
import {
  flag,
  httpAddress,
  id,
  integer,
  listOf,
  money,
  oneOf,
  only,
  optional,
  orNull,
  text,
} from '@goodword/sandbox/control/fields'
import { requestFaultKinds } from '@goodword/sandbox/model/fault-rule'
import { type Static, Type } from 'typebox'
import { disputeKinds, disputeReasons } from '../model/dispute.ts'
import { notificationKinds } from '../model/webhook.ts'

/** Shapes that the control API and the fixtures file share. */

export const destinationBody = only({
  id: optional(id()),
  url: httpAddress(),
  kinds: optional(orNull(listOf(oneOf(notificationKinds)), 'for all kinds')),
})

export const templateBody = only({
  id: id(),
  name: optional(text()),
  description: optional(text()),
  amount: money(),
  numberOfBillingCycles: optional(orNull(integer(1, 999), 'for ever')),
})

const retryDays = orNull(integer(1, 10, 'days'), 'for no retry')

export const settingsBody = only({
  duplicateCheckingSeconds: optional(orNull(integer(1, 86_400, 'seconds'), 'for no check')),
  proratesUpgrades: optional(flag()),
  proratesDowngrades: optional(flag()),
  revertsOnProrationFailure: optional(flag()),
  retryAfterDays: optional(
    Type.Tuple([retryDays, retryDays], { description: 'a list of two: days, or null for no retry' }),
  ),
  afterRetries: optional(oneOf(['cancel', 'wait_for_next_billing_date', 'stay_past_due'])),
  resendsForHours: optional(integer(0, 24, 'hours')),
  allowsApiRequestKeys: optional(flag()),
})

const daysAhead = integer(0, 365, 'days')

/** A bank that wants the money of a sale back. */
export const disputeBody = only({
  transactionId: optional(id()),
  subscriptionId: optional(id()),
  id: optional(id()),
  amount: optional(money()),
  kind: optional(oneOf(disputeKinds)),
  reason: optional(oneOf(disputeReasons)),
  ends: optional(only({ status: oneOf(['won', 'lost']), days: daysAhead })),
})

const faultAction = only({
  kind: oneOf([...requestFaultKinds, 'decline']),
  ...requestFaultFields,
  code: optional(Type.String({ pattern: '^[23]\\d{3}$', description: 'a code such as "2000"' })),
  token: optional(orNull(id('a token'), 'for any')),
  subscriptionId: optional(orNull(id(), 'for any')),
})

/** Requests that a key may not make. */
export const deniedBody = listOf(only(requestPattern))

export const faultBody = only({ ...ruleFields, action: faultAction })

export type DestinationBody = Static<typeof destinationBody>
export type TemplateBody = Static<typeof templateBody>
export type DeniedBody = Static<typeof deniedBody>
export type DisputeBody = Static<typeof disputeBody>
export type FaultBody = Static<typeof faultBody>
