import type { GivenDiscount, Phase } from '../../model/schedule.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Work } from '../../work.ts'

/** A phase that is like a subscription is now, until the end of its period. */
export function phaseOf({ account }: Work, it: Subscription): Phase {
  const given = (ids: readonly string[]): readonly GivenDiscount[] => {
    return ids.map((id) => ({ kind: 'coupon', id: account.discounts.get(id)?.coupon ?? '' }))
  }
  return {
    startDate: it.periodStart,
    endDate: it.periodEnd,
    currency: it.currency,
    items: it.items.map(({ price, quantity, discounts, taxRates, metadata }) => {
      return { price, quantity, discounts: given(discounts), taxRates, metadata }
    }),
    addedItems: [],
    discounts: given(it.discounts),
    prorationBehavior: 'create_prorations',
    trialEnd: it.status === 'trialing' ? it.trialEnd : null,
    beginsAnew: false,
    daysUntilDue: it.daysUntilDue,
    defaultPaymentMethod: it.defaultPaymentMethod,
    defaultTaxRates: it.defaultTaxRates,
    automaticTax: it.automaticTax,
    description: it.description,
    metadata: it.metadata,
  }
}
