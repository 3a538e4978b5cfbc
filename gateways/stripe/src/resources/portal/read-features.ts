import { prorationBehaviors } from '../../billing/update-items.ts'
import type { PortalFeatures } from '../../model/portal.ts'
import type { Params } from '../../wire/params.ts'

const off: PortalFeatures = {
  customerUpdate: { enabled: false, allowed: [] },
  invoiceHistory: false,
  paymentMethodUpdate: false,
  subscriptionCancel: { enabled: false, mode: 'at_period_end', proration: 'none' },
  subscriptionUpdate: { enabled: false, allowed: [], proration: 'none' },
}

/** Reads `features`: what is not sent stays as it was, and is off in a new configuration. @throws {ApiError} */
export function readFeatures(params: Params): (before: PortalFeatures | null) => PortalFeatures {
  const features = params.part('features')
  const [customer, cancel, update] = [
    features?.part('customer_update'),
    features?.part('subscription_cancel'),
    features?.part('subscription_update'),
  ]
  cancel?.accept('cancellation_reason')
  update?.accept('products', 'schedule_at_period_end', 'billing_cycle_anchor', 'trial_update_behavior')
  const enabledOf = (part: Params | null | undefined) => part?.flag('enabled')
  const wanted = {
    customer: { enabled: enabledOf(customer), allowed: customer?.texts('allowed_updates') },
    history: enabledOf(features?.part('invoice_history')),
    method: enabledOf(features?.part('payment_method_update')),
    cancel: {
      enabled: enabledOf(cancel),
      mode: cancel?.oneOf('mode', ['at_period_end', 'immediately']),
      proration: cancel?.oneOf('proration_behavior', prorationBehaviors),
    },
    update: {
      enabled: enabledOf(update),
      allowed: update?.texts('default_allowed_updates'),
      proration: update?.oneOf('proration_behavior', prorationBehaviors),
    },
  }
  return (before) => {
    const { customerUpdate, invoiceHistory, paymentMethodUpdate, ...subscription } = before ?? off
    const { subscriptionCancel, subscriptionUpdate } = subscription
    return {
      customerUpdate: {
        enabled: wanted.customer.enabled ?? customerUpdate.enabled,
        allowed: wanted.customer.allowed ?? customerUpdate.allowed,
      },
      invoiceHistory: wanted.history ?? invoiceHistory,
      paymentMethodUpdate: wanted.method ?? paymentMethodUpdate,
      subscriptionCancel: {
        enabled: wanted.cancel.enabled ?? subscriptionCancel.enabled,
        mode: wanted.cancel.mode ?? subscriptionCancel.mode,
        proration: wanted.cancel.proration ?? subscriptionCancel.proration,
      },
      subscriptionUpdate: {
        enabled: wanted.update.enabled ?? subscriptionUpdate.enabled,
        allowed: wanted.update.allowed ?? subscriptionUpdate.allowed,
        proration: wanted.update.proration ?? subscriptionUpdate.proration,
      },
    }
  }
}
