import type { Amounts, Price, Product } from '../model/catalog.ts'
import { amountsIn } from '../money/price-amounts.ts'

export function productJson(it: Product) {
  return {
    id: it.id,
    object: 'product' as const,
    active: it.active,
    created: it.created,
    default_price: it.defaultPrice,
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
    billing_scheme: schemeOf(it),
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
    tiers_mode: it.tiersMode,
    transform_quantity: null,
    type: it.recurring === null ? ('one_time' as const) : ('recurring' as const),
    ...unitAmountOf(it),
  }
}

export function schemeOf({ tiersMode }: Price) {
  return tiersMode === null ? ('per_unit' as const) : ('tiered' as const)
}

/** The amount of each unit in the price's own currency; null where that depends on tiers. */
export function unitAmountOf(it: Price) {
  return unitAmountJson(amountsIn(it, it.currency)?.unitAmount ?? null)
}

function unitAmountJson(amount: number | null) {
  return { unit_amount: amount, unit_amount_decimal: amount === null ? null : `${amount}` }
}

/** The tiers of a price, when they are asked for. */
export function tiersOf(it: Price) {
  return tiersJson(amountsIn(it, it.currency)?.tiers ?? null)
}

function tiersJson(tiers: Amounts['tiers']) {
  if (tiers === null) return null
  return tiers.map(({ upTo, unitAmount, flatAmount }) => ({
    flat_amount: flatAmount === 0 ? null : flatAmount,
    flat_amount_decimal: flatAmount === 0 ? null : `${flatAmount}`,
    ...unitAmountJson(unitAmount),
    up_to: upTo,
  }))
}

/** The amounts of a price in all its currencies, when they are asked for. */
export function currencyOptionsOfPrice({ amounts, taxBehavior }: Price) {
  const options = Object.entries(amounts).map(([currency, { unitAmount, tiers }]) => {
    const option = { custom_unit_amount: null, tax_behavior: taxBehavior, ...unitAmountJson(unitAmount) }
    return [currency, { ...option, ...(tiers !== null && { tiers: tiersJson(tiers) }) }]
  })
  return Object.fromEntries(options)
}
