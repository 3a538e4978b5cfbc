import { taxRateOf } from '../lookup/tax-rates.ts'
import type { StripeAccount } from '../model/account.ts'
import type { GivenDiscount, Phase, PhaseItem, Schedule } from '../model/schedule.ts'
import { taxRateJson } from './tax-json.ts'

export function scheduleJson(account: StripeAccount, it: Schedule) {
  const current = it.phases.find(({ startDate }) => startDate === it.enteredAt)
  const isActive = it.status === 'active' && current !== undefined
  return {
    id: it.id,
    object: 'subscription_schedule' as const,
    application: null,
    billing_mode: { flexible: null, type: 'classic' as const },
    canceled_at: it.canceledAt,
    completed_at: it.completedAt,
    created: it.created,
    current_phase: isActive ? { end_date: current.endDate, start_date: current.startDate } : null,
    customer: it.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic' as const,
      billing_thresholds: null,
      collection_method: 'charge_automatically' as const,
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' as const },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: it.endBehavior,
    livemode: false,
    metadata: it.metadata,
    pause_schedules: [],
    phases: it.phases.map((phase) => phaseJson(account, phase)),
    released_at: it.releasedAt,
    released_subscription: it.releasedSubscription,
    status: it.status,
    subscription: it.subscription,
    test_clock: account.customers.get(it.customer)?.testClock ?? null,
  }
}

function phaseJson(account: StripeAccount, it: Phase) {
  const taxes = (ids: readonly string[]) => ids.map((id) => taxRateJson(taxRateOf(account, id)))
  return {
    add_invoice_items: it.addedItems.map(({ price, quantity }) => ({
      discountable: true,
      discounts: [],
      metadata: {},
      period: {
        end: { type: 'min_item_period_end' as const },
        start: { type: 'max_item_period_start' as const },
      },
      price,
      quantity,
      tax_rates: [],
    })),
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: it.automaticTax, liability: null },
    billing_cycle_anchor: it.beginsAnew ? ('phase_start' as const) : null,
    billing_thresholds: null,
    collection_method: collectionOf(it),
    currency: it.currency,
    default_payment_method: it.defaultPaymentMethod,
    default_tax_rates: taxes(it.defaultTaxRates),
    description: it.description,
    discounts: (it.discounts ?? []).map(givenJson),
    end_date: it.endDate,
    invoice_settings: null,
    items: it.items.map((item) => itemJson(item, taxes(item.taxRates))),
    metadata: it.metadata,
    on_behalf_of: null,
    proration_behavior: it.prorationBehavior,
    start_date: it.startDate,
    transfer_data: null,
    trial_end: it.trialEnd,
  }
}

function itemJson<T>({ price, quantity, discounts, metadata }: PhaseItem, taxRates: T) {
  return {
    billing_thresholds: null,
    discounts: discounts.map(givenJson),
    metadata,
    plan: price,
    price,
    quantity,
    tax_rates: taxRates,
  }
}

function collectionOf({ daysUntilDue }: Phase) {
  if (daysUntilDue === undefined) return null
  return daysUntilDue === null ? ('charge_automatically' as const) : ('send_invoice' as const)
}

function givenJson({ kind, id }: GivenDiscount) {
  return {
    coupon: kind === 'coupon' ? id : null,
    discount: kind === 'discount' ? id : null,
    promotion_code: kind === 'promotion_code' ? id : null,
  }
}
