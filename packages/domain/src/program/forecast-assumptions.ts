import { isOnBills, type Plan, type RewardTerms } from './billed-year.ts'

/** The assumed figures of a program without a history. */
export const assumedFigures = {
  attributedPerMonth: 10,
  conversionPercent: 25,
  cancellationPercent: 3,
  friendsPerReferrer: 1,
} as const

/** The assumptions of every forecast. */
export const usualAssumptions: readonly string[] = [
  'As many friends come in each month. Those who pay subscribe in the month in which they come; the others are not in the figures.',
  'Friends and referrers have the same plan and pay each bill on its day. Nothing is refunded, denied or held for review.',
  'Referrers take turns, so that the friends of each one come at equal distances. They do not cancel, and their friends bring no further friends.',
  'A friend subscribes right after a bill of the referrer, whose reward for this friend begins with the next bill, or with the first one after the hold.',
  'Friends who cancel do so in the middle of a month, and not before their first payment.',
]

/** The assumptions of a forecast beside its numbers, in sentences for people. */
export function forecastAssumptions(
  { referredReward, referrerReward, milestones }: RewardTerms,
  { price, everyMonths }: Plan,
): readonly string[] {
  const rewards = [referredReward, referrerReward, ...milestones.map((it) => it.reward)]
  const isPartLeftOut = rewards.some((it) => it !== null && !isOnBills(it, price.currency))
  return [
    ...usualAssumptions,
    ...(everyMonths > 1 ? ['As many referrers have their bill in each month.'] : []),
    ...(isPartLeftOut
      ? [
          'Rewards that bills do not show (time, features, credit in other units) have no price here, so they are not in the figures.',
        ]
      : []),
  ]
}
