import { onCopy } from '../../billing/upcoming-invoice.ts'
import { findPaymentIntent, paymentOf } from '../../lookup/billing.ts'
import { pauseBehaviors, type Subscription } from '../../model/subscription.ts'
import { ApiError, declined, invalid } from '../../wire/api-error.ts'
import type { Params } from '../../wire/params.ts'
import type { Work } from '../../work.ts'

export const paymentBehaviors = ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'] as const

/** Reads the effect of a change whose invoice is not paid. @throws {ApiError} */
export function readUpdateBehavior(params: Params): (typeof paymentBehaviors)[number] {
  const given = params.oneOf('payment_behavior', [...paymentBehaviors, 'pending_if_incomplete'])
  if (given !== 'pending_if_incomplete') return given ?? 'allow_incomplete'
  throw invalid('The local Stripe has no pending updates.', 'payment_behavior')
}

/** Changes a subscription if its immediate charge is paid: it is tried on a copy before. @throws {ApiError} 402 */
export function onlyIfPaid<T>(asked: Work, id: string | undefined, change: (work: Work) => T): T {
  const { account } = asked
  const copy = onCopy(asked)
  change(copy)
  const latest = copy.account.subscriptions.get(id ?? '')?.latestInvoice ?? ''
  const made = account.invoices.has(latest) ? undefined : copy.account.invoices.get(latest)
  if (made?.status !== 'open') return change(asked)
  const payment = paymentOf(copy.account, made)
  const intent = findPaymentIntent(copy.account, payment?.paymentIntent)
  if (intent.status === 'requires_action') {
    const message =
      'Payment for this subscription requires additional user action before it can be completed successfully.'
    throw new ApiError(402, 'card_error', message, { code: 'subscription_payment_intent_requires_action' })
  }
  throw declined(intent.problem?.declineCode ?? 'generic_decline')
}

/** Reads `pause_collection`: undefined leaves it as it is, null ends it. @throws {ApiError} */
export function readPause(params: Params): Subscription['pauseCollection'] | undefined {
  const pause = params.part('pause_collection')
  if (pause == null) return pause
  const behavior = pause.oneOf('behavior', pauseBehaviors) ?? 'keep_as_draft'
  return { behavior, resumesAt: pause.moment('resumes_at') ?? null }
}

/** Reads what happens at the end of a trial without a payment method; undefined where nothing is said. @throws {ApiError} */
export function readTrialEnd(params: Params): Subscription['atTrialEnd'] | undefined {
  const behavior = params.part('trial_settings')?.part('end_behavior')
  return behavior?.oneOf('missing_payment_method', ['cancel', 'create_invoice', 'pause']) ?? undefined
}

/** Reads the customer's reason for the cancellation: absent fields stay as they were. @throws {ApiError} */
export function readCancellationDetails(
  params: Params,
): (before: Subscription['cancellationDetails']) => Subscription['cancellationDetails'] {
  const part = params.part('cancellation_details')
  const [comment, feedback] = [part?.text('comment'), part?.oneOf('feedback', feedbacks)]
  return (before) => ({
    comment: comment === undefined ? before.comment : comment,
    feedback: feedback === undefined ? before.feedback : feedback,
  })
}

const feedbacks = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const

/** Reads `payment_settings`: undefined leaves whether the card of a payment is kept as it is. @throws {ApiError} */
export function readSavesMethod(params: Params): boolean | undefined {
  const settings = params.part('payment_settings')
  settings?.accept('payment_method_types', 'payment_method_options')
  const saves = settings?.oneOf('save_default_payment_method', ['off', 'on_subscription'])
  return saves == null ? undefined : saves === 'on_subscription'
}

/** The one mode that bills here: those of the other would not be what Stripe makes of it. @throws {ApiError} */
export function checkBillingMode(params: Params): void {
  const mode = params.part('billing_mode')
  if (mode?.oneOf('type', ['classic', 'flexible']) !== 'flexible') return
  throw invalid(
    'The local Stripe makes bills in the billing mode classic: leave billing_mode out, or send its type classic.',
    mode.nameOf('type'),
  )
}
