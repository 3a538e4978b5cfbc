import { rewardStatuses, rewardTypes } from '@goodword/domain/rewards/reward'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReferrerReward, exampleUserSummary } from '../examples.ts'
import { listOf, listOrder, listQuery, listSort } from '../list.ts'
import { RewardWithUser } from '../reward.ts'
import { accountId, timeRange } from '../values.ts'

export const listRewards = endpoint({
  name: 'listRewards',
  tag: 'Rewards',
  method: 'GET',
  path: '/rewards',
  summary: 'List rewards',
  description:
    'Returns the rewards of the program, newest first unless `sort` or `order` says otherwise. Filters are combined with AND.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    accountId: Type.Optional(accountId('Only rewards of this account.')),
    status: Type.Optional(Type.Enum([...rewardStatuses], { description: 'Only rewards with this status.' })),
    type: Type.Optional(Type.Enum([...rewardTypes], { description: 'Only rewards of this type.' })),
    dateCreated: Type.Optional(timeRange('Only rewards that were created in this time range.')),
    dateExpires: Type.Optional(timeRange('Only rewards that expire in this time range.')),
    sort: listSort(['dateExpires']),
    order: listOrder(),
  }),
  body: null,
  success: { 200: listOf('rewards', RewardWithUser, 'in the requested order') },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      rewards: [{ ...exampleReferrerReward, user: exampleUserSummary }],
    },
  },
})
