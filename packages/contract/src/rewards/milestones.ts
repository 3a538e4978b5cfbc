import { MAX_MILESTONE_FRIENDS, MAX_MILESTONES } from '@goodword/domain/rewards/milestones'
import { Type } from 'typebox'
import { Refusal } from '../frame/refusal.ts'
import type { ShapeOf } from '../frame/shape.ts'
import { RewardSpec } from './reward.ts'

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
    'Further rewards for referrers who have brought a number of friends, in ascending order of `friends`. Each is given once per user, by the conversion or the approval with which the number is reached; who had passed a number before it was set does not get its reward. A reward that was given keeps its terms and follows the number of friends, also when its milestone is changed or removed. The hold of `referrerHoldDays` applies, `maxReferrerRewards` does not.',
})

/** @throws Refusal VALIDATION_FAILED that names the first milestone that does not need more friends than the one before it */
export function refuseUnorderedMilestones(milestones: readonly Pick<Milestone, 'friends'>[]): void {
  const index = milestones.findIndex((it, place) => it.friends <= (milestones[place - 1]?.friends ?? 0))
  if (index === -1) return
  const param = `milestones.${index}.friends`
  throw new Refusal(
    'VALIDATION_FAILED',
    `"${param}" must be greater than the number of friends of the milestone before it.`,
    param,
  )
}
