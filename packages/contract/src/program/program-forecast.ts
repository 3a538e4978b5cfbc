import { assumedFigures } from '@goodword/domain/program/forecast-assumptions'
import { MAX_FRIENDS_PER_REFERRER } from '@goodword/domain/program/program-forecast'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { percent, price } from '../frame/values.ts'
import { ProgramSettings } from './program.ts'

/** The billing intervals that a forecast knows, and their months. */
export const forecastIntervals = { MONTH: 1, QUARTER: 3, SEMI_ANNUAL: 6, YEAR: 12 } as const

const intervals = Object.keys(forecastIntervals) as (keyof typeof forecastIntervals)[]

const figures = {
  price: price('What friends and referrers pay for each bill, in the currency of the program.'),
  billingIntervalType: Type.Enum(intervals, {
    default: 'MONTH',
    description: 'How often they have a bill.',
  }),
  friendsPerMonth: Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    default: assumedFigures.attributedPerMonth,
    description: 'Friends who come in each month.',
    examples: [20],
  }),
  conversionRate: withDefault(percent('How many of them pay.'), assumedFigures.conversionPercent),
  cancellationRate: withDefault(
    percent('How many of the friends who have paid cancel in each month.'),
    assumedFigures.cancellationPercent,
  ),
  friendsPerReferrer: Type.Number({
    minimum: 1,
    maximum: MAX_FRIENDS_PER_REFERRER,
    default: assumedFigures.friendsPerReferrer,
    description: 'Friends who pay that a referrer brings in a year, on average.',
    examples: [1.5],
  }),
}

export const ForecastRequest = Type.Object(
  {
    program: Type.Optional(ProgramSettings),
    price: figures.price,
    billingIntervalType: Type.Optional(figures.billingIntervalType),
    friendsPerMonth: Type.Optional(figures.friendsPerMonth),
    conversionRate: Type.Optional(figures.conversionRate),
    cancellationRate: Type.Optional(figures.cancellationRate),
    friendsPerReferrer: Type.Optional(figures.friendsPerReferrer),
  },
  {
    title: 'ForecastRequest',
    description:
      'What a forecast is computed from. Without `program` it is of the present settings; other absent fields have their defaults.',
  },
)

export type ForecastRequest = ShapeOf<typeof ForecastRequest>

const expected = (description: string) =>
  Type.Number({
    description: `${description} An expected value, rounded to two decimals.`,
    examples: [7.5],
  })

const amount = (description: string) =>
  Type.Number({ description: `${description} In the currency’s major unit.`, examples: [147] })

const sums = {
  converted: expected('Friends who pay for the first time.'),
  bills: expected('Bills of friends, those that a discount brings to zero included.'),
  revenue: amount('What friends would pay without discounts.'),
  friendDiscounts: amount('What is taken off the bills of friends.'),
  referrerDiscounts: amount('What is taken off the bills of referrers, because of these friends.'),
  net: amount('`revenue` without the discounts. Below zero if these are more.'),
}

export const Forecast = Type.Object(
  {
    currency: Type.String({ description: 'The currency of amounts.', examples: ['EUR'] }),
    figures: Type.Object(figures, {
      title: 'ForecastFigures',
      description: 'The figures that it is computed from, defaults included.',
    }),
    assumptions: Type.Array(Type.String(), {
      description: 'What is taken for granted beside the figures, in English sentences.',
    }),
    months: Type.Array(
      Type.Object(
        { month: Type.Integer({ description: 'Number of the month, from 1 to 12.' }), ...sums },
        { title: 'ForecastMonth', description: 'What is expected of a month.' },
      ),
      { description: 'The twelve months of the first year.' },
    ),
    total: Type.Object(sums, { title: 'ForecastTotal', description: 'The twelve months together.' }),
    referrers: expected('How many referrers bring the friends of the year.'),
    milestoneDiscounts: amount('The part of `referrerDiscounts` that milestones add in the year.'),
  },
  {
    title: 'ProgramForecast',
    description: 'What a program is expected to cost and bring in its first year.',
  },
)
export type Forecast = ShapeOf<typeof Forecast>

/** The schema is of this call alone. */
function withDefault<Schema extends object>(schema: Schema, value: number): Schema {
  return Object.assign(schema, { default: value })
}
