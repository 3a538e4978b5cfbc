import fc from 'fast-check'
import type { RewardSpec } from '../rewards/reward.ts'

/** Any reward that a program can have. */
export const specs: fc.Arbitrary<RewardSpec> = fc.oneof(
  fc.record({
    type: fc.constant('PCT_DISCOUNT' as const),
    discountPercent: fc.integer({ min: 0, max: 10_000 }).map((it) => it / 100),
    monthsDiscountIsValid: fc.integer({ min: 1, max: 36 }),
  }),
  fc.record({
    type: fc.constant('PCT_DISCOUNT' as const),
    discountPercent: fc.integer({ min: 0, max: 100 }),
  }),
  fc.record({
    type: fc.constantFrom('CREDIT' as const, 'TIME_CREDIT' as const),
    unit: fc.constant('USD'),
    credit: fc.integer({ min: 1, max: 100_000 }),
    monthsCreditIsValid: fc.integer({ min: 1, max: 36 }),
  }),
  fc.record({
    type: fc.constantFrom('CREDIT' as const, 'TIME_CREDIT' as const),
    unit: fc.constant('USD'),
    credit: fc.integer({ min: 1, max: 100_000 }),
  }),
  fc.record({
    type: fc.constant('FEATURE' as const),
    featureType: fc.constant('seats'),
    quantity: fc.integer({ min: 1, max: 10 }),
  }),
)
