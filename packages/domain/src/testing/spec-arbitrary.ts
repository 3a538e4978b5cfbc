import fc from 'fast-check'
import { QUEUED_PERCENT, type RewardSpec, rewardTypes, specOf } from '../rewards/reward.ts'

/** Any reward that a program can have. */
export const specs: fc.Arbitrary<RewardSpec> = fc
  .record({
    type: fc.constantFrom(...rewardTypes),
    // Of a percentage it says whether it is queued.
    unit: fc.constantFrom('USD', QUEUED_PERCENT),
    // Of a percentage it is a rate.
    amount: fc.integer({ min: 1, max: 10_000 }),
    months: fc.option(fc.integer({ min: 1, max: 36 })),
  })
  .map(specOf)
