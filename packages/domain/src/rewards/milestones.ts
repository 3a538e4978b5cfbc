import type { RewardId } from '../values/ids.ts'
import {
  cancelReward,
  type Milestone,
  milestoneReward,
  type Reward,
  type RewardSpec,
  reviveReward,
} from './reward.ts'

export const MAX_MILESTONES = 10
export const MAX_MILESTONE_FRIENDS = 10_000

export type MilestoneProgress = Milestone & { readonly reached: boolean; readonly friendsToGo: number }

/** How far a referrer is. */
export type ReferrerProgress = {
  /** Friends who converted and whose referrer's side is approved. */
  readonly friends: number
  /** Rewards for friends that were not cancelled. */
  readonly rewards: number
  /** The milestones whose reward the referrer has, with the terms of that reward. */
  readonly reached: readonly Milestone[]
}

/** The terms of a program that determine a referrer's next reward. */
type ReferrerTerms = {
  readonly active: boolean
  readonly referrerReward: RewardSpec | null
  readonly maxReferrerRewards: number | null
  readonly milestones: readonly Milestone[]
}

/** How many more friends bring the referrer's next reward; null if none is to be had. */
export function friendsToNextReward(
  program: ReferrerTerms,
  { friends, rewards }: ReferrerProgress,
): number | null {
  const { active, referrerReward, maxReferrerRewards: most, milestones } = program
  if (!active) return null
  if (referrerReward !== null && (most === null || rewards < most)) return 1
  const next = milestones.find((it) => it.friends > friends)
  return next === undefined ? null : next.friends - friends
}

/**
 * The milestones of the program that a referrer has reached or can still reach. One that was passed before it was set is left
 * out: its reward is not given any more. One that was reached has the terms of that day, which may no longer be those of the program.
 */
export function milestoneProgress(
  milestones: readonly Milestone[],
  { friends, reached }: ReferrerProgress,
): readonly MilestoneProgress[] {
  return milestones
    .map((it) => {
      const given = reached.find((other) => other.friends === it.friends)
      return given === undefined
        ? { ...it, reached: false, friendsToGo: it.friends - friends }
        : { ...given, reached: true, friendsToGo: 0 }
    })
    .filter((it) => it.reached || it.friendsToGo > 0)
}

/** The milestones of a referrer in the tracking state. */
export type UserMilestones = {
  /** How many of the person's friends count. */
  readonly friends: number
  /** The rewards that the person has or had for milestones. */
  readonly rewards: readonly MilestoneReward[]
}

export type MilestoneReward = { readonly id: RewardId; readonly reward: Reward }

export const NO_MILESTONES: UserMilestones = { friends: 0, rewards: [] }

/** The fields of a referral that determine whether its friend counts. */
type CountedReferral = {
  readonly convertedAt: number | null
  readonly referring: { readonly moderation: { readonly status: string } }
}

/** A friend counts who has converted and whose referrer's side is approved, also after they have left. */
export function countsForMilestones({ convertedAt, referring }: CountedReferral): boolean {
  return convertedAt !== null && referring.moderation.status === 'APPROVED'
}

/** The input of a change of the number of friends. */
export type FriendsChange = {
  readonly now: number
  readonly program: { readonly milestones: readonly Milestone[]; readonly referrerHoldDays: number }
  /** The friend is recorded from elsewhere: counted, and rewarded there. */
  readonly isRecord: boolean
  readonly newId: () => RewardId
}

/**
 * The milestones of a person with another number of friends. A milestone that this number passes is given, once for ever; a
 * reward whose number it falls below is taken back as far as it is not spent, and comes back with the number, whether or
 * not the program still has the milestone. A reward that was cancelled by hand stays cancelled.
 */
export function withFriends(
  { friends: before, rewards }: UserMilestones,
  friends: number,
  { now, program, isRecord, newId }: FriendsChange,
): UserMilestones {
  const followed = rewards.map((it) => ({ ...it, reward: followFriends(it.reward, before, friends, now) }))
  const known = new Set(rewards.map((it) => it.reward.milestone))
  const passed = program.milestones.filter((it) => before < it.friends && it.friends <= friends)
  const given = (isRecord ? [] : passed)
    .filter((it) => !known.has(it.friends))
    .map((it) => ({
      id: newId(),
      reward: milestoneReward(it.reward, it.friends, now, program.referrerHoldDays),
    }))
  return { friends, rewards: [...followed, ...given] }
}

function followFriends(reward: Reward, before: number, friends: number, now: number): Reward {
  const milestone = reward.milestone ?? 0
  if (friends < milestone && milestone <= before) {
    const cancelled = cancelReward(reward, now)
    return cancelled === reward ? reward : { ...cancelled, milestoneLostAt: now }
  }
  const isReachedAgain = before < milestone && milestone <= friends
  return isReachedAgain && reward.milestoneLostAt !== null
    ? { ...reviveReward(reward), milestoneLostAt: null }
    : reward
}
