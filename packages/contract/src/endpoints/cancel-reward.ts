import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleCancelledGift } from '../examples.ts'
import { Reward } from '../reward.ts'
import { recordId } from '../values.ts'

export const cancelReward = endpoint({
  name: 'cancelReward',
  tag: 'Rewards',
  method: 'POST',
  path: '/reward/{rewardId}/cancel',
  summary: 'Take a reward back',
  description:
    'Cancels a reward of any source. A percentage stops at once; of a credit, what is not spent yet is taken back. A repeat changes nothing. A reward that is fully redeemed or expired cannot be cancelled.',
  scope: 'money',
  params: Type.Object({ rewardId: recordId('Our id of the reward.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: Reward },
  refusals: ['REWARD_NOT_CANCELLABLE', 'REWARD_NOT_FOUND'],
  example: { answer: exampleCancelledGift },
})
