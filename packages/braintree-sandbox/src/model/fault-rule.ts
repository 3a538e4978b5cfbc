/** The fault for requests that match a rule. */
export type FaultRule = {
  readonly id: string
  readonly match: RequestPattern
  /** The first fitting request that is hit, counted from 1, and how many are. */
  readonly from: number
  readonly times: number | null
  /** 0 to 1. */
  readonly probability: number
  readonly action: FaultAction
  /** Requests that fitted so far, and those that were hit. */
  seen: number
  hits: number
}

/** Which requests something is about. */
export type RequestPattern = {
  /** Null: any. */
  readonly method: string | null
  /**
   * A pattern for the path below the merchant's, where `*` matches a segment and `**` any number of them:
   * `/subscriptions/*`. Null: any.
   */
  readonly path: string | null
}

export type FaultAction =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'truncated' }
  | { readonly kind: 'answer_lost' }
  /** The request is answered with a status at once, and carried out `ms` milliseconds later. */
  | { readonly kind: 'applied_late'; readonly ms: number; readonly status: number }
  /** Charges made while the request runs are declined with this code; without a match on requests, bills as well. */
  | {
      readonly kind: 'decline'
      readonly code: string
      readonly token: string | null
      readonly subscriptionId: string | null
    }
