import { rewardStatuses, rewardTypes } from '@goodword/domain/reward'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReferrerReward } from '../examples.ts'
import { listOf, listQuery } from '../list.ts'
import { Reward } from '../reward.ts'
import { accountId } from '../values.ts'

export const listRewards = endpoint({
  name: 'listRewards',
  tag: 'Rewards',
  method: 'GET',
  path: '/rewards',
  summary: 'List rewards',
  description: 'Returns the rewards of the program, newest first. Filters are combined with AND.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    accountId: Type.Optional(accountId('Only rewards of this account.')),
    status: Type.Optional(Type.Enum([...rewardStatuses], { description: 'Only rewards with this status.' })),
    type: Type.Optional(Type.Enum([...rewardTypes], { description: 'Only rewards of this type.' })),
  }),
  body: null,
  success: { 200: listOf('rewards', Reward) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, rewards: [exampleReferrerReward] } },
})
