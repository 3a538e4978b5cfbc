import type { Program } from '../program/program.ts'
import type { RewardSpec } from './reward.ts'

/** A further reward for a referrer who has brought so many friends. */
export type Milestone = { readonly friends: number; readonly reward: RewardSpec }

export const MAX_MILESTONES = 10
export const MAX_MILESTONE_FRIENDS = 10_000

/** How far a referrer is. */
export type ReferrerProgress = {
  /** Friends who converted and whose referrer's side is approved. */
  readonly friends: number
  /** Rewards for friends that were not cancelled. */
  readonly rewards: number
  /** The milestones whose reward the referrer has. */
  readonly reached: readonly number[]
}

/** How many more friends bring the referrer's next reward; null if none is to be had. */
export function friendsToNextReward(
  program: Pick<Program, 'active' | 'referrerReward' | 'maxReferrerRewards' | 'milestones'>,
  { friends, rewards }: ReferrerProgress,
): number | null {
  const { active, referrerReward, maxReferrerRewards: most, milestones } = program
  if (!active) return null
  if (referrerReward !== null && (most === null || rewards < most)) return 1
  const next = milestones.find((it) => it.friends > friends)
  return next === undefined ? null : next.friends - friends
}

/**
 * The milestones that a referrer has reached or can still reach. One that was passed before it was set is left out: its
 * reward is not given any more.
 */
export function milestoneProgress(
  milestones: readonly Milestone[],
  { friends, reached }: ReferrerProgress,
): readonly (Milestone & { readonly reached: boolean })[] {
  return milestones
    .map((it) => ({ ...it, reached: reached.includes(it.friends) }))
    .filter((it) => it.reached || it.friends > friends)
}
