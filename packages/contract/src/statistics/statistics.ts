import { shareMedia } from '@goodword/domain/hosts/share-link'
import { channels } from '@goodword/domain/referrals/channel'
import { rewardTypes } from '@goodword/domain/rewards/reward'
import { type TProperties, Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, time } from '../frame/values.ts'
import { brought } from '../users/figures.ts'

const number = (description: string) => Type.Integer({ description })
const amount = (description: string) =>
  Type.Number({ description: `${description} In the currency’s major unit.`, examples: [49.9] })

const reportingDay = (description: string) =>
  Type.String({
    format: 'reporting-day',
    description: `${description} A day of the program’s time zone, such as \`2026-03-01\`, or any moment of it in milliseconds since the epoch.`,
    examples: ['2026-03-01'],
  })

/** The days that a request asks for. */
export const askedDays = {
  from: Type.Optional(reportingDay('First day of the range. Defaults to 29 days before `to`.')),
  to: Type.Optional(reportingDay('Last day of the range. Defaults to today.')),
}

const day = (description: string) => Type.String({ description, examples: ['2026-03-01'] })
const month = (description: string) => Type.String({ description, examples: ['2026-03'] })

const steps = {
  clicks: number('Clicks on share links by people, known bots and prefetches excluded.'),
  visitors: number(
    'Visitors: the first click of a browser on a day (UTC). Who comes back the next day counts again.',
  ),
  identified: number('Users who were identified for the first time.'),
  attributed: number('Referrals that started: accounts that were attributed to a referrer.'),
  converted: number('Referrals that converted, whenever they started.'),
  ended: number('Referrals that ended, whenever they started.'),
}

const referralSteps = { attributed: steps.attributed, converted: steps.converted, ended: steps.ended }

const conversionRate = nullable(
  Type.Number({
    description:
      '`converted` of `attributed` in percent, rounded half up to two decimals. It can exceed 100, because conversions of earlier referrals count. Null without attributions.',
    examples: [33.33],
  }),
)

const titled = <Fields extends TProperties>(title: string, description: string, fields: Fields) =>
  Type.Object(fields, { title, description })

const Funnel = titled('StatisticsFunnel', 'What happened in the range.', {
  ...steps,
  conversionRate,
})

const MoneyFigures = titled('StatisticsMoney', 'Revenue and cost in one currency.', {
  currency: Type.String({ description: 'ISO 4217 code. Currencies are never added up.', examples: ['EUR'] }),
  charged: amount('What the payment processor charged referred accounts.'),
  refunded: amount('What it gave back to them.'),
  reported: amount(
    'Prices (`value`) of referred accounts when they converted, as your server reported them: first payments, not added to `charged`.',
  ),
  reportedConversions: number(
    'Conversions whose price is known: what `reported` is the sum of. Others, as those of an import, are not among them.',
  ),
  discounts: amount(
    'What referral discounts, credits included, took off bills at the payment processor, and what was refunded of discounts that were missing.',
  ),
  creditRedeemed: amount('Credit that was redeemed by `POST credit/redeem`.'),
})

const Interval = titled('StatisticsInterval', 'The steps of the funnel and the money in one interval.', {
  from: day('First day of the interval.'),
  to: day('Last day of the interval: the first and the last interval end with the range.'),
  ...steps,
  money: Type.Array(MoneyFigures, { description: 'By currency; none without any money in the interval.' }),
})

const Channel = titled('StatisticsChannel', 'Referrals by how their accounts were attributed.', {
  channel: Type.Enum([...channels], {
    description:
      '`LINK`: by a share link: the tracking cookie attributed the account, or the first browser call of a user of the account had the tracking cookie of the same code, as where `autofill` puts it into a form. `CODE`: by a code that was entered, or sent by your server. `COUPON`: by the coupon field at the payment processor. `MANUAL`: by hand, with `POST referrals`. `IMPORTED`: by an import. `OTHER`: not known. A referral has one channel at its start, its conversion and its end.',
  }),
  ...referralSteps,
})

const Medium = titled('StatisticsMedium', 'Clicks by the medium of the share link.', {
  medium: Type.Enum([...shareMedia], {
    description: 'The medium of the link; links without one count as `direct`.',
  }),
  clicks: steps.clicks,
  visitors: steps.visitors,
})

const Cohort = titled(
  'StatisticsCohort',
  'The referrals that started in one month, and when they converted.',
  {
    month: month('Month of the attributions.'),
    attributed: number('Referrals that started in the month.'),
    converted: number('How many of them have converted by now.'),
    conversionRate: nullable(
      Type.Number({
        description: '`converted` of `attributed` in percent, rounded half up to two decimals.',
      }),
    ),
    conversions: Type.Array(
      titled('StatisticsCohortMonth', 'Conversions of a cohort in one month.', {
        month: month('Month of the conversions.'),
        converted: number('How many of the cohort converted in it.'),
      }),
      { description: 'Months without conversions are left out.' },
    ),
  },
)

const RewardFigures = titled('StatisticsRewards', 'Rewards of one type and unit.', {
  type: Type.Enum([...rewardTypes], { description: 'Type of the rewards.' }),
  stacking: Type.Optional(
    Type.Enum(['QUEUE'], {
      description: 'Present for the percentages that are used one after another, which are counted apart.',
    }),
  ),
  unit: nullable(
    Type.String({
      description:
        'Unit of the amounts, which are integers in its smallest piece; null for `PCT_DISCOUNT`, whose figures are numbers of rewards.',
    }),
  ),
  given: number('Given in the range.'),
  redeemed: number('Redeemed in the range, by requests and by bills.'),
  expired: number('Expired in the range.'),
  cancelled: number('Taken back in the range.'),
  owed: number(
    'Not redeemed, expired or taken back by the end of the range, whenever it was given; for `PCT_DISCOUNT`, rewards in effect.',
  ),
})

export const ReferrerFigures = titled('StatisticsReferrer', 'A referrer’s figures in the range.', {
  accountId: nullable(Type.String({ description: 'Your ID for the account; null if it was erased.' })),
  userId: nullable(Type.String({ description: 'Your ID for the user; null if the user was erased.' })),
  referralCode: nullable(Type.String({ description: 'The user’s referral code.' })),
  firstName: nullable(Type.String({ description: 'The user’s first name.' })),
  lastName: nullable(Type.String({ description: 'The user’s last name.' })),
  clicks: steps.clicks,
  visitors: steps.visitors,
  ...referralSteps,
  conversionRate,
  brought: brought('in the range'),
})

export type ReferrerFigures = ShapeOf<typeof ReferrerFigures>

const daysOfRange = {
  from: day('First day of the range.'),
  to: day('Last day of the range.'),
  dateStarts: time('When the range starts.'),
  dateEnds: time('When the range ends (exclusive).'),
}

/** The days that figures are of. */
export const daysAnswered = {
  ...daysOfRange,
  timeZone: Type.String({ description: 'The time zone of the days.', examples: ['Europe/Berlin'] }),
}

const Previous = titled('StatisticsPrevious', 'The days before the range, as many as it has.', {
  ...daysOfRange,
  funnel: Funnel,
  money: Type.Array(MoneyFigures, { description: 'By currency.' }),
})

export const Statistics = titled('Statistics', 'Figures of a range of days.', {
  ...daysAnswered,
  recounting: Type.Boolean({
    description:
      'Whether figures are being counted again. After a change of the program’s time zone they stay in the old one until that is done.',
  }),
  dateClicksCounted: nullable(
    time('Clicks from then on are not counted yet; null if all are, which is the usual case.'),
  ),
  funnel: Funnel,
  previous: nullable(Previous),
  intervals: Type.Array(Interval, { description: 'The intervals of the range, oldest first.' }),
  channels: Type.Array(Channel, { description: 'One entry per channel.' }),
  media: Type.Array(Medium, { description: 'One entry per medium.' }),
  cohorts: Type.Array(Cohort, {
    description:
      'The months of the range, at most the last 36, each as a whole, with all conversions until now. Months without attributions are left out.',
  }),
  rewards: Type.Array(RewardFigures, { description: 'By type and unit.' }),
  money: Type.Array(MoneyFigures, { description: 'By currency.' }),
  referrers: Type.Array(ReferrerFigures, {
    description: 'The ten referrers with the most conversions; those without one are left out.',
  }),
})
export type Statistics = ShapeOf<typeof Statistics>
