import type { PortalConfiguration, PortalSession } from '../model/portal.ts'

export function portalConfigurationJson(it: PortalConfiguration) {
  const { customerUpdate, subscriptionCancel, subscriptionUpdate } = it.features
  return {
    id: it.id,
    object: 'billing_portal.configuration' as const,
    active: it.active,
    application: null,
    business_profile: {
      headline: it.headline,
      privacy_policy_url: it.privacyPolicyUrl,
      terms_of_service_url: it.termsOfServiceUrl,
    },
    created: it.created,
    default_return_url: it.defaultReturnUrl,
    features: {
      customer_update: { allowed_updates: [...customerUpdate.allowed], enabled: customerUpdate.enabled },
      invoice_history: { enabled: it.features.invoiceHistory },
      payment_method_update: {
        enabled: it.features.paymentMethodUpdate,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: subscriptionCancel.enabled,
        mode: subscriptionCancel.mode,
        proration_behavior: subscriptionCancel.proration,
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' as const },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [...subscriptionUpdate.allowed],
        enabled: subscriptionUpdate.enabled,
        proration_behavior: subscriptionUpdate.proration,
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial' as const,
      },
    },
    is_default: it.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: it.metadata,
    name: it.name,
    updated: it.updated,
  }
}

export function portalSessionJson(it: PortalSession) {
  return {
    id: it.id,
    object: 'billing_portal.session' as const,
    configuration: it.configuration,
    created: it.created,
    customer: it.customer,
    customer_account: null,
    flow: flowOf(it),
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: it.returnUrl,
    url: `https://billing.stripe.com/p/session/${it.id}`,
  }
}

function flowOf({ flow }: PortalSession) {
  if (flow === null) return null
  const subscription = flow.subscription ?? ''
  return {
    after_completion: { hosted_confirmation: null, redirect: null, type: 'portal_homepage' as const },
    customer_update: null,
    subscription_cancel: flow.type === 'subscription_cancel' ? { retention: null, subscription } : null,
    subscription_pause: null,
    subscription_update: flow.type === 'subscription_update' ? { subscription } : null,
    subscription_update_confirm: null,
    type: flow.type,
  }
}
