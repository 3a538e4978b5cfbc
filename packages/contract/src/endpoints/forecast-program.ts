import { usualAssumptions } from '@goodword/domain/program/forecast-assumptions'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Forecast, ForecastRequest } from '../program-forecast.ts'

type Sums = readonly [
  converted: number,
  bills: number,
  revenue: number,
  friendDiscounts: number,
  referrerDiscounts: number,
  net: number,
]

const exampleMonths: readonly Sums[] = [
  [7.5, 7.5, 147, 14.7, 0, 132.3],
  [7.5, 14.77, 289.59, 28.96, 112.5, 148.13],
  [7.5, 21.83, 427.9, 42.79, 112.5, 272.61],
  [7.5, 28.68, 562.07, 56.21, 112.5, 393.36],
  [7.5, 35.32, 692.2, 69.22, 112.5, 510.48],
  [7.5, 41.76, 818.44, 81.84, 112.5, 624.1],
  [7.5, 48, 940.88, 94.09, 112.5, 734.29],
  [7.5, 54.06, 1059.66, 105.97, 112.5, 841.19],
  [7.5, 59.94, 1174.87, 117.49, 112.5, 944.88],
  [7.5, 65.64, 1286.62, 128.66, 112.5, 1045.46],
  [7.5, 71.17, 1395.02, 139.5, 112.5, 1143.02],
  [7.5, 76.54, 1500.17, 150.02, 112.5, 1237.65],
]

function sumsOf([
  converted,
  bills,
  revenue,
  friendDiscounts,
  referrerDiscounts,
  net,
]: Sums): Forecast['total'] {
  return { converted, bills, revenue, friendDiscounts, referrerDiscounts, net }
}

export const forecastProgram = endpoint({
  name: 'forecastProgram',
  tag: 'Program',
  method: 'POST',
  path: '/program/forecast',
  summary: 'Forecast what a program costs and brings',
  description:
    'Computes the first year of a program, month by month: bills of friends, and what is taken off them and off the bills of their referrers, with the holds, limits, milestones and months of the rewards. The settings may be saved or not; nothing is stored. Equal requests have equal answers.',
  scope: 'read',
  refusesUnknownFields: true,
  changesNothing: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: ForecastRequest,
  success: { 200: Forecast },
  refusals: [],
  example: {
    body: {
      program: {
        currency: 'EUR',
        referredReward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
        referrerReward: { type: 'CREDIT', unit: 'EUR', credit: 1500 },
      },
      price: 19.6,
      friendsPerMonth: 30,
    },
    answer: {
      currency: 'EUR',
      figures: {
        price: 19.6,
        billingIntervalType: 'MONTH',
        friendsPerMonth: 30,
        conversionRate: 25,
        cancellationRate: 3,
        friendsPerReferrer: 1,
      },
      assumptions: [...usualAssumptions],
      months: exampleMonths.map((it, index) => ({ month: index + 1, ...sumsOf(it) })),
      total: sumsOf([90, 525.23, 10_294.42, 1029.45, 1237.5, 8027.47]),
      referrers: 90,
      milestoneDiscounts: 0,
    },
  },
})
