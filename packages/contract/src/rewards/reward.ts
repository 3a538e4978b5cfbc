import {
  creditTypes,
  type RewardType,
  rewardSources,
  rewardStatuses,
  stackings,
} from '@goodword/domain/rewards/reward'
import { type TProperties, Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { credit, MAX_CREDIT, months, nullable, percent, recordId, time } from '../frame/values.ts'
import { UserSummary } from '../users/user.ts'

const shortText = (description: string, examples: string[]) =>
  Type.String({ format: 'person-name', minLength: 1, maxLength: 256, description, examples })

export const creditUnit = (description: string) =>
  shortText(`${description} A currency code or a custom unit.`, ['EUR', 'COFFEE', 'DAY'])

const percentSpec = {
  type: Type.Literal('PCT_DISCOUNT', { description: 'A percentage discount on the account’s bills.' }),
  discountPercent: percent('Discount on each bill.'),
  monthsDiscountIsValid: Type.Optional(
    months(
      'Duration in months from the conversion, from the time a milestone is reached, or from the time a `MANUAL` reward is given. N months cover N monthly bills: the friend’s discount ends at the start of the day on which the next bill is due. If absent, it lasts until the referral ends, and without end for a milestone.',
    ),
  ),
}

const queuedPercentSpec = {
  ...percentSpec,
  stacking: Type.Optional(
    Type.Enum([...stackings], {
      description:
        '`ADD` (if absent): it adds up with other percentages on a bill, to at most 100. `QUEUE`: the percentages of a person that have it are used one after another, in the order in which they were earned. At most one of them is on a bill, each for its own months, and they wait while other percentages take the whole price off. Of bills that are longer than its months, it is on one.',
    }),
  ),
}

const creditSpec = {
  type: Type.Enum([...creditTypes], {
    description: '`CREDIT` is an amount to spend, `TIME_CREDIT` is an amount of time.',
  }),
  unit: creditUnit('The unit of the credit.'),
  credit: credit('The amount credited.', 1, MAX_CREDIT),
  monthsCreditIsValid: Type.Optional(
    months(
      'Duration in months from the conversion, from the time a milestone is reached, or from the time a `MANUAL` reward is given. If absent, it does not expire.',
    ),
  ),
}

const MAX_FEATURES = 1_000_000

const featureSpec = {
  type: Type.Literal('FEATURE', { description: 'A feature of your product that you enable.' }),
  featureType: shortText('Your name for the feature.', ['EXTRA_SEAT']),
  quantity: Type.Integer({ minimum: 1, maximum: MAX_FEATURES, description: 'Quantity.', examples: [1] }),
}

const shareSpec = {
  type: Type.Literal('PAYMENT_SHARE', {
    description:
      'A part of each payment of the friend for the subscription, as credit. Only `referrerReward` of a program can be that.',
  }),
  sharePercent: percent('The part of what the friend paid after discounts and without tax, rounded half up.'),
  monthsShareIsValid: Type.Optional(
    months(
      'So many months of the friend’s bills, from the one that converts on. If absent, as long as the referral lasts.',
    ),
  ),
  monthsCreditIsValid: Type.Optional(
    months('How long the credit of each payment is valid. If absent, it does not expire.'),
  ),
  maxCreditPerMonth: Type.Optional(
    credit(
      'The most that a user gets for payments of a calendar month (UTC), for each currency by itself. What is refunded makes no room for other payments.',
      1,
      MAX_CREDIT,
    ),
  ),
}

/** A reward of any type, with further fields that all of them have. */
const rewardOf = <Percent extends TProperties, Fields extends TProperties>(
  percent: Percent,
  fields: Fields,
  options: { readonly title: string; readonly description: string },
) =>
  Type.Union(
    [
      Type.Object({ ...percent, ...fields }, { title: `Percent${options.title}` }),
      Type.Object({ ...creditSpec, ...fields }, { title: `Credit${options.title}` }),
      Type.Object({ ...featureSpec, ...fields }, { title: `Feature${options.title}` }),
      Type.Object({ ...shareSpec, ...fields }, { title: `Share${options.title}` }),
    ],
    options,
  )

/** A friend has one percentage, so that there is nothing to wait for. */
export const FriendRewardSpec = rewardOf(
  percentSpec,
  {},
  { title: 'FriendRewardSpec', description: 'The terms of the friend’s reward.' },
)

export const RewardSpec = rewardOf(
  queuedPercentSpec,
  {},
  { title: 'RewardSpec', description: 'The terms of a reward.' },
)
export type RewardSpec = ShapeOf<typeof RewardSpec>

/** The names of the fields that say what a reward is: of every type, its own. */
export const rewardTermNames: readonly string[] = [
  ...new Set(RewardSpec.anyOf.flatMap(({ properties }) => Object.keys(properties))),
]

type AmountLimit = { readonly max: number; readonly of?: string }

/** The greatest amount of a reward as a file has it, and what it is a number of, unless it is of the smallest unit. */
export const amountLimits: Readonly<Record<RewardType, AmountLimit>> = {
  PCT_DISCOUNT: { max: 10_000, of: 'hundredths of a percentage' },
  CREDIT: { max: MAX_CREDIT },
  TIME_CREDIT: { max: MAX_CREDIT },
  FEATURE: { max: MAX_FEATURES, of: 'a number of features' },
  PAYMENT_SHARE: { max: 10_000, of: 'hundredths of a percentage' },
}

export const rewardRecord = {
  id: recordId('ID of the reward.'),
  rewardSource: Type.Enum([...rewardSources], {
    description:
      '`REFERRED` is the friend’s reward, `FRIEND_SIGNUP` the referrer’s for a friend, `FRIEND_PAYMENT` the referrer’s share of a payment of a friend, `MILESTONE` the referrer’s for a number of friends, `MANUAL` one created by you.',
  }),
  accountId: Type.String({ description: 'Your ID for the account that has the reward.' }),
  userId: nullable(
    Type.String({
      description:
        'Your ID for the user who earned the reward; null if it belongs to the account as a whole.',
    }),
  ),
  referralId: nullable(
    Type.String({
      description:
        'ID of the referral that earned it, for `FRIEND_PAYMENT` that of the friend who paid; null for `MILESTONE` and `MANUAL`.',
    }),
  ),
  milestoneFriends: Type.Optional(
    Type.Integer({ description: 'The number of friends that earned it; present only for `MILESTONE`.' }),
  ),
  statuses: Type.Array(Type.Enum([...rewardStatuses]), {
    description:
      '`PENDING`: scheduled, on hold, or waiting for the conversion. `AVAILABLE`: in effect. `REDEEMED`, `EXPIRED` and `CANCELLED`: no longer in effect.',
  }),
  redeemedCredit: Type.Optional(credit('The redeemed amount; present only for credits.')),
  reservedCredit: Type.Optional(
    credit(
      'What is kept for bills that are not made yet, and comes back if they do not use it; present only for credits of which something is. Not a part of `redeemedCredit`.',
      1,
    ),
  ),
  takenBackCredit: Type.Optional(
    credit(
      'What was taken back, because the payment that it is a share of was refunded, voided or disputed; present only for credits of which something was. Not a part of `redeemedCredit`.',
      1,
    ),
  ),
  dateCreated: time('When the reward was created.'),
  dateScheduledFor: nullable(
    time('When the reward is scheduled to be given; null if it was given immediately.'),
  ),
  dateGiven: nullable(time('When the reward was given and took effect.')),
  dateExpires: nullable(
    time(
      'When the reward expires (exclusive). Where bills are counted, the end of the day of the last one, as they are due now.',
    ),
  ),
  billsLeft: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        description:
          'On how many more bills a percentage of some months is; null where no payment processor is connected, and until a bill is due. Absent for other rewards.',
      }),
    ),
  ),
  queuePosition: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        description:
          'How many queued percentages of the account are before this one; 0 if it is on the next bill. Null while it is not available, and until a job has placed it, moments after it was given. Present only for percentages with `stacking` `QUEUE`.',
      }),
    ),
  ),
  dateBegins: Type.Optional(
    nullable(
      time(
        'When a queued percentage that waits is expected to begin, by the present schedule: the day of its first bill, at 00:00 UTC, where bills are counted, otherwise a moment. Null once it has begun, and while others take the whole price off with no end. Present only for percentages with `stacking` `QUEUE`.',
      ),
    ),
  ),
  dateCancelled: nullable(time('When the reward was cancelled.')),
  dateRedeemed: nullable(time('When the credit was fully redeemed.')),
}

export const Reward = rewardOf(queuedPercentSpec, rewardRecord, {
  title: 'Reward',
  description: 'A reward of an account.',
})
export type Reward = ShapeOf<typeof Reward>

export const RewardWithUser = rewardOf(
  queuedPercentSpec,
  { ...rewardRecord, user: nullable(UserSummary) },
  {
    title: 'RewardWithUser',
    description:
      'A reward with whose it is: `user` is the user who earned it, otherwise the first user of the account; null before one is identified.',
  },
)
export type RewardWithUser = ShapeOf<typeof RewardWithUser>
