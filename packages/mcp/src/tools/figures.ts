import { BillWithUser } from '@goodword/contract/billing/bill'
import { listBills } from '@goodword/contract/billing/discount-endpoints'
import { listOf } from '@goodword/contract/frame/list'
import { readStatistics } from '@goodword/contract/statistics/endpoints'
import { Statistics } from '@goodword/contract/statistics/statistics'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { pageInput } from './page-input.ts'

const { accountId, subscriptionId, state, from, to } = listBills.query.properties

export const compareBills = defineTool({
  name: 'compare_bills',
  title: 'Compare bills with their discounts',
  description:
    'Lists bills with what was taken off each and what should have been, newest first. `state: "WRONG"` lists those that differ.',
  input: Type.Object({ accountId, subscriptionId, state, from, to, ...pageInput }),
  output: listOf('bills', BillWithUser),
  run: ({ client, signal }, query) => client.listBills({ query, signal }),
})

const { interval, compare, ...days } = readStatistics.query.properties

// A model reads every interval: a week is enough where it does not ask for days.
const ownInterval = Type.Optional({ ...interval, default: 'WEEK' as const })

export const getStatistics = defineTool({
  name: 'get_statistics',
  title: 'Read statistics',
  description:
    'Returns the figures of a range of days, by default the last 30: clicks, referrals, conversions, money and rewards, in total and per interval, with the best referrers.',
  input: Type.Object({ ...days, interval: ownInterval, compare }),
  output: Statistics,
  run: ({ client, signal }, { interval = 'WEEK', ...query }) =>
    client.readStatistics({ query: { ...query, interval }, signal }),
})
