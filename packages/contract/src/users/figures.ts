import { MAX_MILESTONES } from '@goodword/domain/rewards/milestones'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, time } from '../frame/values.ts'
import { Milestone } from '../rewards/milestones.ts'
import { YearlyRewards } from './yearly-rewards.ts'

const figure = (description: string) => Type.Integer({ minimum: 0, description })

const amountIn = (title: string, description: string, limits: { readonly exclusiveMinimum?: number } = {}) =>
  Type.Object(
    {
      currency: Type.String({ description: 'ISO 4217 code.', examples: ['EUR'] }),
      amount: Type.Number({ ...limits, description: 'In the currency’s major unit.', examples: [49.9] }),
    },
    { title, description },
  )

/** What payments of one friend came to for the referrer, in one currency. */
export const SharedOfFriend = Type.Object(
  {
    currency: Type.String({ description: 'ISO 4217 code.', examples: ['EUR'] }),
    amount: Type.Number({
      minimum: 0,
      description: 'Less what was refunded or disputed, in the currency’s major unit.',
      examples: [4.1],
    }),
  },
  { title: 'SharedOfFriend', description: 'What payments of a friend came to in one currency.' },
)

/** What the friends of a user paid; `when` says in which time. */
export const brought = (when: string) =>
  Type.Array(amountIn('BroughtAmount', 'What friends paid in one currency.'), {
    description: `What the payment processor charged the friends of the user ${when}, what it gave back to them subtracted, by currency. Empty without a connected processor, and before the first payment of a friend.`,
  })

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

const QueuedDiscounts = Type.Object(
  {
    waiting: Type.Integer({ minimum: 1, description: 'How many queued percentages have not begun yet.' }),
    dateNextBegins: nullable(
      time(
        'When the next of them is expected to begin: the day of a bill, at 00:00 UTC, if `isByBill`, otherwise a moment. Null while others take the whole price off with no end.',
      ),
    ),
    isByBill: Type.Boolean({ description: 'Whether bills are counted, as with a payment processor.' }),
  },
  { title: 'QueuedDiscounts', description: 'The percentages with `stacking` `QUEUE` that wait.' },
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
    saved: Type.Array(amountIn('SavedAmount', 'What was saved in one currency.', { exclusiveMinimum: 0 }), {
      description:
        'What the account has saved so far, by currency: the referral discount on its bills, those of which the payment was voided left out, what was given back because a discount was missing, and credit in a currency that was redeemed by `POST credit/redeem`. It includes what the account saved as a friend. Bills that the service has not seen are not estimated, and credit that is not used yet is not included.',
    }),
    shared: Type.Array(
      Type.Object(
        {
          ...SharedOfFriend.properties,
          owed: Type.Number({
            minimum: 0,
            description:
              'What the next shares pay back first, because credit of payments that were given back was spent.',
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
    queued: nullable(QueuedDiscounts),
    rewardLimit: nullable(RewardLimit),
  },
  {
    title: 'Figures',
    description:
      'What came of a user’s code so far. `saved`, `queued` and `rewardLimit` belong to the account, all else to the user. `nextReward` is null while the program is off, and where no further reward is to be had; `queued` where no percentage waits; `rewardLimit` where the program has no limit.',
  },
)
export type Figures = ShapeOf<typeof Figures>

export const FiguresWithMoney = Type.Object(
  {
    ...Figures.properties,
    brought: brought('so far'),
    yearlyRewards: Type.Array(YearlyRewards, {
      description: 'What the rewards of the user came to by calendar year and currency, the earliest first.',
    }),
  },
  {
    title: 'FiguresWithMoney',
    description:
      'What came of a user’s code so far, with what the friends paid and the rewards of each year, which the pages of the user do not have.',
  },
)
export type FiguresWithMoney = ShapeOf<typeof FiguresWithMoney>
