import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'
import { askedDays, ReferrerFigures } from '../statistics.ts'

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
        },
      ],
    },
  },
})
