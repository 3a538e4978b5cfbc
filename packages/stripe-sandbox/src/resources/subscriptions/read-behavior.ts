import { pauseBehaviors, type Subscription } from '../../model/subscription.ts'
import { invalid } from '../../wire/api-error.ts'
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

/** The one mode that bills here: those of the other would not be what Stripe makes of it. @throws {ApiError} */
export function checkBillingMode(params: Params): void {
  const mode = params.part('billing_mode')
  if (mode?.oneOf('type', ['classic', 'flexible']) !== 'flexible') return
  throw invalid(
    'The local Stripe makes bills in the billing mode classic: leave billing_mode out, or send its type classic.',
    'billing_mode[type]',
  )
}
