import type { FaultRule as Rule } from '@goodword/sandbox/model/fault-rule'

/** Charges made while the request runs are declined with this code; without a match on requests, bills as well. */
export type Decline = {
  readonly kind: 'decline'
  readonly code: string
  readonly token: string | null
  readonly subscriptionId: string | null
}

export type FaultRule = Rule<Decline>

export type FaultAction = FaultRule['action']
