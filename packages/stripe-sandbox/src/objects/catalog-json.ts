import type { Price, Product } from '../model/catalog.ts'

export function productJson(it: Product) {
  return {
    id: it.id,
    object: 'product' as const,
    active: it.active,
    created: it.created,
    default_price: null,
    description: it.description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: it.metadata,
    name: it.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service' as const,
    unit_label: null,
    updated: it.updated,
    url: null,
  }
}

export function priceJson(it: Price) {
  return {
    id: it.id,
    object: 'price' as const,
    active: it.active,
    billing_scheme: 'per_unit' as const,
    created: it.created,
    currency: it.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: it.lookupKey,
    metadata: it.metadata,
    nickname: it.nickname,
    product: it.product,
    recurring:
      it.recurring === null
        ? null
        : {
            interval: it.recurring.interval,
            interval_count: it.recurring.intervalCount,
            meter: it.recurring.meter,
            trial_period_days: null,
            usage_type: it.recurring.meter === null ? ('licensed' as const) : ('metered' as const),
          },
    tax_behavior: it.taxBehavior,
    tiers_mode: null,
    transform_quantity: null,
    type: it.recurring === null ? ('one_time' as const) : ('recurring' as const),
    unit_amount: it.unitAmount,
    unit_amount_decimal: `${it.unitAmount}`,
  }
}
