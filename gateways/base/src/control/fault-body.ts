import { type Static, Type } from 'typebox'
import { integer, oneOf, only, optional, orNull, share } from './fields.ts'

export const faultStatuses = [401, 403, 404, 408, 426, 429, 500, 502, 503, 504]

/** The requests that a rule matches. */
export const requestPattern = {
  method: optional(orNull(oneOf(['GET', 'POST', 'PUT', 'DELETE']), 'for any')),
  path: optional(
    orNull(
      Type.String({
        pattern: '^/.{0,254}$',
        description: 'a path below the account such as "/subscriptions/*"',
      }),
      'for any',
    ),
  ),
}

/** The fields that the faults of requests have beside their kind. */
export const requestFaultFields = {
  ms: optional(integer(0, 600_000, 'milliseconds')),
  status: optional(Type.Enum(faultStatuses, { description: `one of ${faultStatuses.join(', ')}` })),
}

/** The fields of a rule beside its action. */
export const ruleFields = {
  ...requestPattern,
  from: optional(integer(1, 1_000_000)),
  times: optional(orNull(integer(1, 1_000_000), 'for always')),
  probability: optional(share()),
}

const ruleBody = only(ruleFields)

export type RuleBody = Static<typeof ruleBody>
