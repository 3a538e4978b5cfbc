import { pauseBehaviors, type Subscription } from '../../model/subscription.ts'
import type { Params } from '../../wire/params.ts'

export const paymentBehaviors = [
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
] as const

/** Reads `pause_collection`: undefined leaves it as it is, null ends it. @throws {ApiError} */
export function readPause(params: Params): Subscription['pauseCollection'] | undefined {
  const pause = params.part('pause_collection')
  if (pause == null) return pause
  const behavior = pause.oneOf('behavior', pauseBehaviors) ?? 'keep_as_draft'
  return { behavior, resumesAt: pause.moment('resumes_at') ?? null }
}

/** Reads what happens at the end of a trial without a payment method. @throws {ApiError} */
export function readTrialEnd(params: Params): Subscription['atTrialEnd'] {
  const behavior = params.part('trial_settings')?.part('end_behavior')
  return behavior?.oneOf('missing_payment_method', ['cancel', 'create_invoice', 'pause']) ?? 'create_invoice'
}
