import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReferrerReward, exampleUserSummary } from '../examples.ts'
import { RewardWithUser } from '../reward.ts'
import { recordId } from '../values.ts'

export const readReward = endpoint({
  name: 'readReward',
  tag: 'Rewards',
  method: 'GET',
  path: '/rewards/{rewardId}',
  summary: 'Retrieve a reward',
  description: 'Returns one reward, whatever its source and status.',
  scope: 'read',
  params: Type.Object({ rewardId: recordId('ID of the reward.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: RewardWithUser },
  refusals: ['REWARD_NOT_FOUND'],
  example: { answer: { ...exampleReferrerReward, user: exampleUserSummary } },
})
