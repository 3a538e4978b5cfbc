import { type Static, Type } from 'typebox'
import { disputeKinds, disputeReasons } from '../model/dispute.ts'
import { notificationKinds } from '../model/webhook.ts'
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
  share,
  text,
} from './fields.ts'

/** Shapes that the control API and the fixtures file share. */

export const destinationBody = only({
  id: optional(id()),
  url: httpAddress(),
  kinds: optional(orNull(listOf(oneOf(notificationKinds)), 'for all kinds')),
})

/** An address that is called at each due moment. */
export const barrierBody = only({ url: orNull(httpAddress(), 'for none') })

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

export const faultStatuses = [401, 403, 404, 408, 426, 429, 500, 502, 503, 504]

const faultAction = only({
  kind: oneOf([
    'delay',
    'hang',
    'reset',
    'status',
    'malformed',
    'truncated',
    'answer_lost',
    'applied_late',
    'decline',
  ]),
  ms: optional(integer(0, 600_000, 'milliseconds')),
  status: optional(Type.Enum(faultStatuses, { description: `one of ${faultStatuses.join(', ')}` })),
  code: optional(Type.String({ pattern: '^[23]\\d{3}$', description: 'a code such as "2000"' })),
  token: optional(orNull(id('a token'), 'for any')),
  subscriptionId: optional(orNull(id(), 'for any')),
})

const requestPattern = {
  method: optional(orNull(oneOf(['GET', 'POST', 'PUT', 'DELETE']), 'for any')),
  path: optional(
    orNull(
      Type.String({
        pattern: '^/.{0,254}$',
        description: 'a path below the merchant such as "/subscriptions/*"',
      }),
      'for any',
    ),
  ),
}

/** Requests that a key may not make. */
export const deniedBody = listOf(only(requestPattern))

export const faultBody = only({
  ...requestPattern,
  from: optional(integer(1, 1_000_000)),
  times: optional(orNull(integer(1, 1_000_000), 'for always')),
  probability: optional(share()),
  action: faultAction,
})

export type DestinationBody = Static<typeof destinationBody>
export type TemplateBody = Static<typeof templateBody>
export type DeniedBody = Static<typeof deniedBody>
export type DisputeBody = Static<typeof disputeBody>
export type FaultBody = Static<typeof faultBody>
