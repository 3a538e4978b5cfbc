import { MAX_MILESTONES } from '@goodword/domain/rewards/milestones'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable } from '../frame/values.ts'
import { Milestone } from '../rewards/milestones.ts'

const figure = (description: string) => Type.Integer({ minimum: 0, description })

const NextReward = Type.Object(
  {
    friendsToGo: Type.Integer({
      minimum: 1,
      description:
        'How many more friends have to convert, with an approved referrer’s side, for the next reward.',
    }),
  },
  { title: 'NextReward', description: 'How far the next reward is.' },
)

const RewardLimit = Type.Object(
  {
    rewards: figure(
      'The rewards for friends that the account has and that were not cancelled, up to `maximum`.',
    ),
    maximum: Type.Integer({ minimum: 1, description: '`maxReferrerRewards` of the program.' }),
  },
  { title: 'RewardLimit', description: 'How much of the program’s limit on rewards is used.' },
)

const MilestoneProgress = Type.Object(
  {
    friends: Milestone.properties.friends,
    reached: Type.Boolean({
      description:
        'Whether the user has the reward. It is false again while a reversed payment or a decision by staff holds one of the friends.',
    }),
    friendsToGo: figure('How many more friends have to count for it; 0 when it is reached.'),
    reward: Milestone.properties.reward,
  },
  {
    title: 'MilestoneProgress',
    description: 'A milestone of the program, and whether the user has reached it.',
  },
)

export const Figures = Type.Object(
  {
    clicks: figure(
      'Visits to the user’s share links by people, as in statistics: prefetches, crawlers and requests that are not for a page are not counted. A click appears within two minutes.',
    ),
    visitors: figure(
      'Different browsers among the clicks, each counted once a day (UTC). It appears with its click.',
    ),
    inProgress: figure('Friends of the user who have not converted yet, now.'),
    converted: figure('Friends of the user who have converted and have not left, now.'),
    ended: figure('Friends of the user who have left, whether they had converted or not.'),
    saved: Type.Array(
      Type.Object(
        {
          currency: Type.String({ description: 'ISO 4217 code.', examples: ['EUR'] }),
          amount: Type.Number({
            exclusiveMinimum: 0,
            description: 'In the currency’s major unit.',
            examples: [49.9],
          }),
        },
        { title: 'SavedAmount', description: 'What was saved in one currency.' },
      ),
      {
        description:
          'What the account has saved so far, by currency: the referral discount on its bills, those of which the payment was voided left out, what was given back because a discount was missing, and credit in a currency that was redeemed by `POST credit/redeem`. It includes what the account saved as a friend. Bills that the service has not seen are not estimated, and credit that is not used yet is not included.',
      },
    ),
    shared: Type.Array(
      Type.Object(
        {
          currency: Type.String({ description: 'ISO 4217 code.', examples: ['EUR'] }),
          amount: Type.Number({
            minimum: 0,
            description: 'Less what was refunded or disputed, in the currency’s major unit.',
            examples: [4.1],
          }),
          owed: Type.Number({
            minimum: 0,
            description: 'What the next shares pay back first, because credit of payments that were given back was spent.',
            examples: [0],
          }),
        },
        { title: 'SharedAmount', description: 'What payments of friends came to in one currency.' },
      ),
      {
        description:
          'The user’s shares of the payments of friends so far (`PAYMENT_SHARE`), by currency, whether the credit was used or not. Empty without any.',
      },
    ),
    nextReward: nullable(NextReward),
    milestones: Type.Array(MilestoneProgress, {
      maxItems: MAX_MILESTONES,
      description:
        'The milestones of the program that the user has reached or can still reach, in ascending order. Those that the user had passed before they were set are left out. A milestone that was reached has the reward that was given, even if the program has changed it since.',
    }),
    rewardLimit: nullable(RewardLimit),
  },
  {
    title: 'Figures',
    description:
      'What came of a user’s code so far. `saved` and `rewardLimit` belong to the account, all else to the user. `nextReward` is null while the program is off, and where no further reward is to be had; `rewardLimit` where the program has no limit.',
  },
)
export type Figures = ShapeOf<typeof Figures>
