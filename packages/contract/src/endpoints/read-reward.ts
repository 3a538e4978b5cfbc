import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReferrerReward } from '../examples.ts'
import { Reward } from '../reward.ts'
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
  success: { 200: Reward },
  refusals: ['REWARD_NOT_FOUND'],
  example: { answer: exampleReferrerReward },
})
