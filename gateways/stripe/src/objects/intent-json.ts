import { latestChargeOf } from '../lookup/billing.ts'
import type { StripeAccount } from '../model/account.ts'
import type { PaymentIntent, PaymentProblem, SetupIntent } from '../model/payment.ts'
import { paymentMethodJson } from './customer-json.ts'
import { notSimulated } from './payment-json.ts'

export function paymentIntentJson(account: StripeAccount, it: PaymentIntent) {
  const charge = latestChargeOf(account, it)
  return {
    id: it.id,
    object: 'payment_intent' as const,
    ...notSimulated,
    allowed_payment_method_types: null,
    amount: it.amount,
    amount_capturable: it.status === 'requires_capture' ? it.amount : 0,
    amount_details: { tip: {} },
    amount_received: it.status === 'succeeded' ? (charge?.amountCaptured ?? 0) : 0,
    automatic_payment_methods: null,
    canceled_at: it.canceledAt,
    cancellation_reason: it.cancellationReason,
    capture_method: it.captureMethod,
    client_secret: secretOf(it),
    confirmation_method: 'automatic' as const,
    created: it.created,
    currency: it.currency,
    customer: it.customer,
    customer_account: null,
    description: it.description,
    excluded_payment_method_types: null,
    last_payment_error: problemJson(account, it.problem),
    latest_charge: it.latestCharge,
    livemode: false,
    managed_payments: null,
    metadata: it.metadata,
    next_action: nextActionOf(it),
    payment_method: it.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    setup_future_usage: it.setupFutureUsage,
    status: it.status,
    transfer_data: null,
  }
}

export function setupIntentJson(account: StripeAccount, it: SetupIntent) {
  return {
    id: it.id,
    object: 'setup_intent' as const,
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: it.cancellationReason,
    client_secret: secretOf(it),
    created: it.created,
    customer: it.customer,
    customer_account: null,
    description: it.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: problemJson(account, it.problem),
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: it.metadata,
    next_action: nextActionOf(it),
    on_behalf_of: null,
    payment_method: it.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: it.status,
    usage: it.usage,
  }
}

/** The client secret for a page of the merchant. */
export function secretOf({ id }: Pick<PaymentIntent, 'id'>): string {
  return `${id}_secret_local`
}

/** Where a customer authenticates: the path is that of the page here, and the host is Stripe's. */
function nextActionOf({ id, status, returnUrl }: PaymentIntent | SetupIntent) {
  if (status !== 'requires_action') return null
  const url = `https://hooks.stripe.com/redirect/authenticate/${id}`
  return returnUrl === null
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
}

function problemJson({ paymentMethods }: StripeAccount, problem: PaymentProblem | null) {
  if (problem === null) return null
  const method = paymentMethods.get(problem.paymentMethod)
  return {
    code: problem.code,
    doc_url: `https://stripe.com/docs/error-codes/${problem.code.replace(/_/g, '-')}`,
    message: problem.message,
    type: problem.code === 'card_declined' ? ('card_error' as const) : ('invalid_request_error' as const),
    ...(problem.charge !== null && { charge: problem.charge }),
    ...(problem.declineCode !== null && { decline_code: problem.declineCode }),
    ...(method !== undefined && { payment_method: paymentMethodJson(method) }),
  }
}
