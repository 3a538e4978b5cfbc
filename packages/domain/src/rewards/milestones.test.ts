import { expect, test } from 'vitest'
import { friendsToNextReward, milestoneProgress, type ReferrerProgress } from './milestones.ts'
import type { RewardSpec } from './reward.ts'

const reward: RewardSpec = { type: 'CREDIT', unit: 'EUR', credit: 500 }
const milestones = [3, 5, 10].map((friends) => ({ friends, reward }))
const progress = (friends: number, reached: readonly number[] = [], rewards = friends): ReferrerProgress => ({
  friends,
  rewards,
  reached: reached.map((it) => ({ friends: it, reward })),
})

const program = { active: true, referrerReward: reward, maxReferrerRewards: null, milestones }
const capped = { ...program, maxReferrerRewards: 2 }
const milestonesAlone = { ...program, referrerReward: null }

test.each([
  ['each friend brings a reward', program, progress(4), 1],
  ['the limit leaves room', capped, progress(1), 1],
  ['the limit is reached, a milestone is not', capped, progress(2), 1],
  ['the limit is reached long before a milestone', capped, progress(5, [3, 5], 2), 5],
  ['milestones are all that there is', milestonesAlone, progress(0), 3],
  ['a milestone was just reached', milestonesAlone, progress(3, [3]), 2],
  ['all milestones are reached', milestonesAlone, progress(10, [3, 5, 10]), null],
  ['the limit is reached, and there are no milestones', { ...capped, milestones: [] }, progress(2), null],
  ['there are no rewards for referrers', { ...milestonesAlone, milestones: [] }, progress(0), null],
  ['the program is off', { ...program, active: false }, progress(1), null],
] as const)('the next reward is as far as it should be where %s', (_story, terms, made, expected) => {
  expect(friendsToNextReward(terms, made)).toBe(expected)
})

test.each([
  [progress(0), ['3', '5', '10']],
  [progress(3, [3]), ['3 reached', '5', '10']],
  [progress(10, [3, 5, 10]), ['3 reached', '5 reached', '10 reached']],
  // Passed before it was set.
  [progress(5, [5]), ['5 reached', '10']],
  // A friend is held again.
  [progress(2, []), ['3', '5', '10']],
])('milestones that were or can be reached are shown for %o', (made, expected) => {
  const shown = milestoneProgress(milestones, made).map(
    (it) => `${it.friends}${it.reached ? ' reached' : ''}`,
  )
  expect(shown).toEqual(expected)
})

test('a milestone that was reached shows the reward that was given, also after the program changed it', () => {
  const doubled = milestones.map((it) => ({ ...it, reward: { ...reward, credit: 1000 } }))
  const shown = milestoneProgress(doubled, progress(3, [3]))
  expect(shown.map((it) => it.reward)).toEqual([reward, doubled[1]?.reward, doubled[2]?.reward])
})
