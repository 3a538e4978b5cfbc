/** The fault for requests that match a rule. `Own` are the faults that only one processor's sandbox has. */
export type FaultRule<Own extends { readonly kind: string } = { readonly kind: string }> = {
  readonly id: string
  readonly match: RequestPattern
  /** The first fitting request that is hit, counted from 1, and how many are. */
  readonly from: number
  readonly times: number | null
  /** 0 to 1. */
  readonly probability: number
  readonly action: RequestFault | Own
  /** Requests that fitted so far, and those that were hit. */
  seen: number
  hits: number
}

/** The pattern of matching requests. */
export type RequestPattern = {
  /** Null: any. */
  readonly method: string | null
  /**
   * A pattern for the path below the account's, where `*` matches a segment and `**` any number of them:
   * `/subscriptions/*`. Null: any.
   */
  readonly path: string | null
}

/** A fault of a request itself. */
export type RequestFault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'answer_lost' }
  /** The request is answered with a status at once, and carried out `ms` milliseconds later. */
  | { readonly kind: 'applied_late'; readonly ms: number; readonly status: number }

export const requestFaultKinds = [
  'delay',
  'hang',
  'reset',
  'status',
  'malformed',
  'truncated',
  'answer_lost',
  'applied_late',
] as const satisfies readonly RequestFault['kind'][]

export function isRequestFault(action: { readonly kind: string }): action is RequestFault {
  return requestFaultKinds.some((kind) => kind === action.kind)
}
