import type { Tax, TaxRate } from '../model/tax-rate.ts'

export function taxRateJson(it: TaxRate) {
  return {
    id: it.id,
    object: 'tax_rate' as const,
    active: it.active,
    country: it.country,
    created: it.created,
    description: it.description,
    display_name: it.displayName,
    effective_percentage: null,
    flat_amount: null,
    inclusive: it.isInclusive,
    jurisdiction: it.jurisdiction,
    jurisdiction_level: null,
    livemode: false,
    metadata: it.metadata,
    percentage: Number(it.percentage),
    rate_type: null,
    state: it.state,
    tax_type: it.taxType,
  }
}

/** A tax of a line, or of all lines of an invoice. */
export function taxJson({ rate, amount, taxable }: Tax) {
  return {
    amount,
    tax_behavior: rate.isInclusive ? ('inclusive' as const) : ('exclusive' as const),
    tax_rate_details: { tax_rate: rate.id },
    // Only Stripe's own calculation says why.
    taxability_reason: 'not_available' as const,
    taxable_amount: taxable,
    type: 'tax_rate_details' as const,
  }
}
