import { endReward, milestoneReward, type Reward, referrerReward } from '../rewards/reward.ts'
import type { RewardsAt, RewardTerms } from './billed-year.ts'

/** A friend of a referrer, with milliseconds since the epoch. */
export type BroughtFriend = {
  readonly convertedAt: number
  /** When the friend cancelled; null for one who stays. */
  readonly leftAt: number | null
}

/** A reward as it is given, and as it is after the friend has left. */
type FriendsReward = { readonly reward: Reward; readonly leftAt: number | null; readonly ended: Reward }

/**
 * What a referrer has for friends and milestones: as many rewards at a time as the program allows, of which those of friends
 * who left no longer count. Who left still counts for milestones.
 *
 * @param friends in the order of their conversions
 */
export function rewardsOfReferrer(terms: RewardTerms, friends: readonly BroughtFriend[]): RewardsAt {
  const { milestones, referrerHoldDays } = terms
  const byFriends = rewardsByFriends(terms, friends)
  const byMilestones = milestones.flatMap((it) => {
    const at = friends[it.friends - 1]?.convertedAt
    return at === undefined ? [] : [milestoneReward(it.reward, it.friends, at, referrerHoldDays)]
  })
  return (at) => [...byFriends.map((it) => rewardAt(it, at)), ...byMilestones]
}

function rewardsByFriends(
  { referrerReward: spec, referrerHoldDays, maxReferrerRewards }: RewardTerms,
  friends: readonly BroughtFriend[],
): readonly FriendsReward[] {
  const given: FriendsReward[] = []
  for (const { convertedAt, leftAt } of spec === null ? [] : friends) {
    const isWithinLimit =
      maxReferrerRewards === null ||
      given.filter((it) => rewardAt(it, convertedAt).cancelledAt === null).length < maxReferrerRewards
    if (spec === null || !isWithinLimit) continue
    const reward = referrerReward(spec, convertedAt, referrerHoldDays)
    given.push({ reward, leftAt, ended: leftAt === null ? reward : endReward(reward, leftAt) })
  }
  return given
}

function rewardAt({ reward, leftAt, ended }: FriendsReward, at: number): Reward {
  return leftAt === null || leftAt > at ? reward : ended
}
