import { type Money, shareOf } from '../values/money.ts'
import { cappedRate, type Rate, sumOfRates } from '../values/rate.ts'
import type { RewardSource } from './reward.ts'

/** The discount of an account: each source's sum of percentages, their total, and the part of it that fits on a bill. */
export type AccountDiscount = {
  readonly bySource: Readonly<Record<RewardSource, Rate>>
  readonly uncapped: Rate
  readonly applied: Rate
}

/** The sums of percentages by source. */
export function ratesBySource(
  percentages: readonly { readonly source: RewardSource; readonly rate: Rate }[],
): Readonly<Record<RewardSource, Rate>> {
  const sumOf = (source: RewardSource) =>
    sumOfRates(percentages.filter((it) => it.source === source).map((it) => it.rate))
  return {
    REFERRED: sumOf('REFERRED'),
    FRIEND_SIGNUP: sumOf('FRIEND_SIGNUP'),
    FRIEND_PAYMENT: sumOf('FRIEND_PAYMENT'),
    MILESTONE: sumOf('MILESTONE'),
    MANUAL: sumOf('MANUAL'),
  }
}

/** The percentage that an account earned by referring others. */
export function rateOfReferrer({ bySource }: AccountDiscount): Rate {
  return sumOfRates([bySource.FRIEND_SIGNUP, bySource.MILESTONE])
}

/** Percentages add up; more than the whole price cannot be taken off, but the whole sum stays visible. */
export function accountDiscount(bySource: Readonly<Record<RewardSource, Rate>>): AccountDiscount {
  const uncapped = sumOfRates(Object.values(bySource))
  return { bySource, uncapped, applied: cappedRate(uncapped) }
}

/** The amount to take off a bill of this price. */
export function discountAmount(discount: AccountDiscount, price: Money): Money {
  return shareOf(price, discount.applied)
}
