import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { listOf, listQuery } from '../frame/list.ts'
import { askedDays, ReferrerFigures, Statistics } from './statistics.ts'

export const readStatistics = endpoint({
  name: 'readStatistics',
  tag: 'Statistics',
  method: 'GET',
  path: '/statistics',
  summary: 'Retrieve statistics',
  description:
    'Returns the figures of a range of days in the program’s time zone: the funnel in total and per interval, channels, cohorts, rewards, money, and the best referrers.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({
    ...askedDays,
    interval: Type.Optional(
      Type.Enum(['DAY', 'WEEK', 'MONTH'], {
        default: 'DAY',
        description:
          'Length of the intervals; weeks start on Monday. A range can have 400 days, 2,800 days with `WEEK`, 12,400 days with `MONTH`.',
      }),
    ),
    compare: Type.Optional(
      Type.Enum(['PREVIOUS_PERIOD'], {
        description:
          '`PREVIOUS_PERIOD` adds `previous`: the funnel and the money of the days before the range, as many as it has. Without it `previous` is null.',
      }),
    ),
  }),
  body: null,
  success: { 200: Statistics },
  refusals: [],
  example: {
    answer: {
      from: '2026-03-01',
      to: '2026-03-31',
      dateStarts: 1_772_319_600_000,
      dateEnds: 1_774_994_400_000,
      timeZone: 'Europe/Berlin',
      recounting: false,
      dateClicksCounted: null,
      funnel: {
        clicks: 120,
        visitors: 80,
        identified: 40,
        attributed: 16,
        converted: 4,
        ended: 1,
        conversionRate: 25,
      },
      previous: null,
      intervals: [
        {
          from: '2026-03-01',
          to: '2026-03-31',
          clicks: 120,
          visitors: 80,
          identified: 40,
          attributed: 16,
          converted: 4,
          ended: 1,
          money: [
            {
              currency: 'EUR',
              charged: 179.64,
              refunded: 0,
              reported: 199.6,
              reportedConversions: 4,
              discounts: 19.96,
              creditRedeemed: 0,
            },
          ],
        },
      ],
      channels: [
        { channel: 'LINK', attributed: 10, converted: 3, ended: 1 },
        { channel: 'CODE', attributed: 6, converted: 1, ended: 0 },
        { channel: 'COUPON', attributed: 0, converted: 0, ended: 0 },
        { channel: 'MANUAL', attributed: 0, converted: 0, ended: 0 },
        { channel: 'IMPORTED', attributed: 0, converted: 0, ended: 0 },
        { channel: 'OTHER', attributed: 0, converted: 0, ended: 0 },
      ],
      media: [
        { medium: 'direct', clicks: 70, visitors: 50 },
        { medium: 'email', clicks: 50, visitors: 30 },
      ],
      cohorts: [
        {
          month: '2026-03',
          attributed: 16,
          converted: 4,
          conversionRate: 25,
          conversions: [{ month: '2026-03', converted: 4 }],
        },
      ],
      rewards: [
        { type: 'PCT_DISCOUNT', unit: null, given: 20, redeemed: 0, expired: 0, cancelled: 1, owed: 19 },
      ],
      money: [
        {
          currency: 'EUR',
          charged: 179.64,
          refunded: 0,
          reported: 199.6,
          reportedConversions: 4,
          discounts: 19.96,
          creditRedeemed: 0,
        },
      ],
      referrers: [
        {
          accountId: 'acct_ada',
          userId: 'user_ada',
          referralCode: 'ADAT4K9QX',
          firstName: 'Ada',
          lastName: 'Lovelace',
          clicks: 90,
          visitors: 60,
          attributed: 12,
          converted: 4,
          ended: 1,
          conversionRate: 33.33,
          brought: [{ currency: 'EUR', amount: 179.64 }],
        },
      ],
    },
  },
})

export const listTopReferrers = endpoint({
  name: 'listTopReferrers',
  tag: 'Statistics',
  method: 'GET',
  path: '/statistics/referrers',
  summary: 'List the best referrers',
  description:
    'Returns the referrers of a range of days, those with the most conversions, attributions or clicks first. A range of whole months costs least: a calendar month and all time are read in the order of the list.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    ...askedDays,
    rankedBy: Type.Optional(
      Type.Enum(['CONVERTED', 'ATTRIBUTED', 'CLICKS'], {
        default: 'CONVERTED',
        description:
          'What referrers are ranked by. Those who have none of it in the range are left out, so `CLICKS` lists everybody whose share link was followed.',
      }),
    ),
  }),
  body: null,
  success: { 200: listOf('referrers', ReferrerFigures) },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      referrers: [
        {
          accountId: 'acct_ada',
          userId: 'user_ada',
          referralCode: 'ADAT4K9QX',
          firstName: 'Ada',
          lastName: 'Lovelace',
          clicks: 90,
          visitors: 60,
          attributed: 12,
          converted: 4,
          ended: 1,
          conversionRate: 33.33,
          brought: [{ currency: 'EUR', amount: 179.64 }],
        },
      ],
    },
  },
})
