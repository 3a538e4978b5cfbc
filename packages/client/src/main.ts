// The one entry of the package, so that installed code and this repository import the same names.

import { ApiError } from './api-error.ts'
import { createClient } from './create-client.ts'
import {
  billingIntervalTypes,
  eventTypes,
  exportFormats,
  exportKinds,
  fraudRuleModes,
  importKinds,
  importMappings,
  referralStatuses,
  rewardStatuses,
  rewardTypes,
  subscriptionStatuses,
} from './enums.generated.ts'
import { signUser } from './sign-user.ts'
import { trackCalls } from './track-calls.ts'
import { verifyEvent } from './verify-event.ts'

export type { FailureCode } from './api-error.ts'
export type { CallOptions } from './call-options.ts'
export type { ClientOptions } from './create-client.ts'
export type * from './enums.generated.ts'
export type { ListCall } from './list-call.ts'
export type * from './operations.generated.ts'
export type { SignedUser, SignUserOptions } from './sign-user.ts'
export type { TrackCall, TrackCallsOptions, TrackedUser } from './track-calls.ts'
export type { EventHeaders, VerifyEventOptions } from './verify-event.ts'
export {
  ApiError,
  billingIntervalTypes,
  createClient,
  eventTypes,
  exportFormats,
  exportKinds,
  fraudRuleModes,
  importKinds,
  importMappings,
  referralStatuses,
  rewardStatuses,
  rewardTypes,
  signUser,
  subscriptionStatuses,
  trackCalls,
  verifyEvent,
}
