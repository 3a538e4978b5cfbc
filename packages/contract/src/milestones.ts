import { MAX_MILESTONE_FRIENDS, MAX_MILESTONES } from '@goodword/domain/rewards/milestones'
import { Type } from 'typebox'
import { RewardSpec } from './reward.ts'
import type { ShapeOf } from './shape.ts'

const friends = Type.Integer({
  minimum: 1,
  maximum: MAX_MILESTONE_FRIENDS,
  description:
    'The number of friends at which the reward is given: those whose referral converted and whose referrer’s side is approved. Friends who left later still count.',
  examples: [5],
})

export const Milestone = Type.Object(
  { friends, reward: RewardSpec },
  {
    title: 'Milestone',
    description: 'A further reward for the referrer who has brought a number of friends, once per user.',
  },
)
export type Milestone = ShapeOf<typeof Milestone>

export const Milestones = Type.Array(Milestone, {
  maxItems: MAX_MILESTONES,
  description:
    'Further rewards for referrers who have brought a number of friends, in ascending order of `friends`. Each is given once per user, by the conversion or the approval with which the number is reached; who had passed a number before it was set does not get its reward. The hold of `referrerHoldDays` applies, `maxReferrerRewards` does not.',
})
