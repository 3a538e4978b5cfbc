import fc from 'fast-check'
import { type RewardSpec, rewardTypes, specOf } from '../rewards/reward.ts'

/** Any reward that a program can have. */
export const specs: fc.Arbitrary<RewardSpec> = fc
  .record({
    type: fc.constantFrom(...rewardTypes),
    unit: fc.constant('USD'),
    // Of a percentage it is a rate.
    amount: fc.integer({ min: 1, max: 10_000 }),
    months: fc.option(fc.integer({ min: 1, max: 36 })),
  })
  .map(specOf)
