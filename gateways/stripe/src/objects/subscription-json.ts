import { taxRateOf } from '../lookup/tax-rates.ts'
import type { StripeAccount } from '../model/account.ts'
import type { Price } from '../model/catalog.ts'
import type { Subscription, SubscriptionItem } from '../model/subscription.ts'
import { listInside } from '../wire/list.ts'
import { priceJson, schemeOf, unitAmountOf } from './catalog-json.ts'
import { taxRateJson } from './tax-json.ts'

/** A list inside of an object shows so many. */
const ITEMS_SHOWN = 10

export function subscriptionJson(account: StripeAccount, it: Subscription) {
  const items = it.items.map((item) => itemJson(account, it, item))
  return {
    id: it.id,
    object: 'subscription' as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: it.automaticTax, liability: null },
    billing_cycle_anchor: it.billingCycleAnchor,
    billing_cycle_anchor_config: anchorConfigOf(it),
    billing_mode: { flexible: null, type: 'classic' as const },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: it.cancelAtPeriodEnd ? it.periodEnd : it.cancelAt,
    cancel_at_period_end: it.cancelAtPeriodEnd,
    canceled_at: it.canceledAt,
    cancellation_details: {
      comment: it.cancellationDetails.comment,
      feedback: it.cancellationDetails.feedback,
      feedback_option: null,
      reason: it.cancellationReason,
    },
    collection_method:
      it.daysUntilDue === null ? ('charge_automatically' as const) : ('send_invoice' as const),
    created: it.created,
    currency: it.currency,
    customer: it.customer,
    customer_account: null,
    days_until_due: it.daysUntilDue,
    default_payment_method: it.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: it.defaultTaxRates.map((id) => taxRateJson(taxRateOf(account, id))),
    description: it.description,
    discounts: [...it.discounts],
    ended_at: it.endedAt,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' as const },
    },
    items: listInside(`/v1/subscription_items?subscription=${it.id}`, items, ITEMS_SHOWN),
    latest_invoice: it.latestInvoice,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: it.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection:
      it.pauseCollection === null
        ? null
        : { behavior: it.pauseCollection.behavior, resumes_at: it.pauseCollection.resumesAt },
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: it.savesPaymentMethod ? ('on_subscription' as const) : ('off' as const),
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: it.pendingSetupIntent,
    pending_update: null,
    schedule: it.schedule,
    start_date: it.startDate,
    status: it.status,
    test_clock: account.customers.get(it.customer)?.testClock ?? null,
    transfer_data: null,
    trial_end: it.trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: it.atTrialEnd } },
    trial_start: it.trialStart,
  }
}

function anchorConfigOf({ anchorConfig: config }: Subscription) {
  if (config === null) return null
  const { day, month, hour, minute, second } = config
  return { day_of_month: day, month, hour, minute, second }
}

export function itemJson(
  account: StripeAccount,
  { id, periodStart, periodEnd }: Subscription,
  it: SubscriptionItem,
) {
  const price = account.prices.get(it.price)
  if (price === undefined) throw new Error(`price not found: ${it.price}`)
  return {
    id: it.id,
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: it.created,
    current_period_end: periodEnd,
    current_period_start: periodStart,
    current_trial: null,
    discounts: [...it.discounts],
    metadata: it.metadata,
    plan: planJson(price),
    price: priceJson(price),
    ...(price.recurring?.meter == null && { quantity: it.quantity }),
    subscription: id,
    tax_rates: it.taxRates.map((id) => taxRateJson(taxRateOf(account, id))),
  }
}

/** A price in its former shape, a plan. */
export function planJson(it: Price) {
  const { unit_amount: amount, unit_amount_decimal: decimal } = unitAmountOf(it)
  return {
    id: it.id,
    object: 'plan' as const,
    active: it.active,
    amount,
    amount_decimal: decimal,
    billing_scheme: schemeOf(it),
    created: it.created,
    currency: it.currency,
    interval: it.recurring?.interval ?? ('month' as const),
    interval_count: it.recurring?.intervalCount ?? 1,
    livemode: false,
    metadata: it.metadata,
    meter: it.recurring?.meter ?? null,
    nickname: it.nickname,
    product: it.product,
    tiers_mode: it.tiersMode,
    transform_usage: null,
    trial_period_days: null,
    usage_type: it.recurring?.meter == null ? ('licensed' as const) : ('metered' as const),
  }
}
