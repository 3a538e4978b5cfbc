import { type Money, shareOf } from '../values/money.ts'
import { cappedRate, type Rate, sumOfRates } from '../values/rate.ts'
import type { RewardSource } from './reward.ts'

/** What an account's percentages come to: each source's sum, their total, and what of it can be taken off a bill. */
export type AccountDiscount = {
  readonly bySource: Readonly<Record<RewardSource, Rate>>
  readonly uncapped: Rate
  readonly applied: Rate
}

/** Percentages add up; more than the whole price cannot be taken off, but the whole sum stays visible. */
export function accountDiscount(bySource: Readonly<Record<RewardSource, Rate>>): AccountDiscount {
  const uncapped = sumOfRates([bySource.REFERRED, bySource.FRIEND_SIGNUP, bySource.MANUAL])
  return { bySource, uncapped, applied: cappedRate(uncapped) }
}

/** The amount to take off a bill of this price. */
export function discountAmount(discount: AccountDiscount, price: Money): Money {
  return shareOf(price, discount.applied)
}
