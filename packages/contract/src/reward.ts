import { rewardSources, rewardStatuses } from '@goodword/domain/reward'
import { type TProperties, Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { credit, LARGEST_CREDIT, months, nullable, percent, recordId, time } from './values.ts'

const shortText = (description: string, examples: string[]) =>
  Type.String({ format: 'person-name', minLength: 1, maxLength: 256, description, examples })

export const creditUnit = (description: string) =>
  shortText(`${description} A currency code or a unit of your own.`, ['EUR', 'COFFEE', 'DAY'])

const percentSpec = {
  type: Type.Literal('PCT_DISCOUNT', { description: 'A percentage off the account’s bills.' }),
  discountPercent: percent('What is taken off each bill.'),
  monthsDiscountIsValid: Type.Optional(
    months(
      'How many months from the conversion on, or from when a `MANUAL` one is given. N months are N monthly bills: the friend’s percentage ends when the day begins on which the next bill is due. Left out, it lasts until the referral ends.',
    ),
  ),
}

const creditSpec = {
  type: Type.Enum(['CREDIT', 'TIME_CREDIT'], {
    description: '`CREDIT` is an amount to spend, `TIME_CREDIT` an amount of time.',
  }),
  unit: creditUnit('What is credited.'),
  credit: credit('How much is credited.', 1, LARGEST_CREDIT),
  monthsCreditIsValid: Type.Optional(
    months(
      'How long from the conversion on, or from when a `MANUAL` one is given; left out, it does not expire.',
    ),
  ),
}

const featureSpec = {
  type: Type.Literal('FEATURE', { description: 'Something of your product that you switch on.' }),
  featureType: shortText('Which feature, in your own words.', ['EXTRA_SEAT']),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How many of it.', examples: [1] }),
}

export const RewardSpec = Type.Union(
  [
    Type.Object(percentSpec, { title: 'PercentRewardSpec' }),
    Type.Object(creditSpec, { title: 'CreditRewardSpec' }),
    Type.Object(featureSpec, { title: 'FeatureRewardSpec' }),
  ],
  { title: 'RewardSpec', description: 'What a side of a referral earns.' },
)
export type RewardSpec = ShapeOf<typeof RewardSpec>

const record = {
  id: recordId('Our id of the reward.'),
  rewardSource: Type.Enum([...rewardSources], {
    description:
      '`REFERRED` is the friend’s reward, `FRIEND_SIGNUP` the referrer’s, `MANUAL` one that you gave by hand.',
  }),
  accountId: Type.String({ description: 'Your id of the account that has the reward.' }),
  userId: nullable(
    Type.String({ description: 'Your id of the user who earned it; null if it is the account’s.' }),
  ),
  referralId: nullable(Type.String({ description: 'The referral it comes from; null for `MANUAL`.' })),
  statuses: Type.Array(Type.Enum([...rewardStatuses]), {
    description:
      '`PENDING` is scheduled, held or waits for the conversion; `AVAILABLE` counts; `REDEEMED`, `EXPIRED` and `CANCELLED` are over.',
  }),
  redeemedCredit: Type.Optional(credit('How much of a credit is used; left out for other rewards.')),
  dateCreated: time('When the reward was created.'),
  dateScheduledFor: nullable(time('When it is to be given, if that lies or lay ahead.')),
  dateGiven: nullable(time('From when it counts.')),
  dateExpires: nullable(time('When it stops to count; that instant is no longer included.')),
  dateCancelled: nullable(time('When it was taken back.')),
  dateRedeemed: nullable(time('When the last of it was used.')),
}

const rewardOf = <Spec extends TProperties>(spec: Spec, title: string) =>
  Type.Object({ ...spec, ...record }, { title })

export const Reward = Type.Union(
  [
    rewardOf(percentSpec, 'PercentReward'),
    rewardOf(creditSpec, 'CreditReward'),
    rewardOf(featureSpec, 'FeatureReward'),
  ],
  { title: 'Reward', description: 'A reward: what it is, whose it is, and where it stands.' },
)
export type Reward = ShapeOf<typeof Reward>
