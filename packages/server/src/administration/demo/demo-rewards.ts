import type { RewardSpec } from '@goodword/contract/rewards/reward'

/** What referrers of the demo can get for a friend. */
export const demoRewards = ['percentage', 'queue', 'share'] as const
export type DemoRewards = (typeof demoRewards)[number]

export const rewardsOfDemo: Readonly<Record<DemoRewards, RewardSpec>> = {
  percentage: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
  queue: { type: 'PCT_DISCOUNT', discountPercent: 100, monthsDiscountIsValid: 1, stacking: 'QUEUE' },
  share: { type: 'PAYMENT_SHARE', sharePercent: 20, monthsShareIsValid: 12 },
}
