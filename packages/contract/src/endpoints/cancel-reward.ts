import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleCancelledManualReward } from '../examples.ts'
import { Reward } from '../reward.ts'
import { recordId } from '../values.ts'

export const cancelReward = endpoint({
  name: 'cancelReward',
  tag: 'Rewards',
  method: 'POST',
  path: '/reward/{rewardId}/cancel',
  summary: 'Cancel a reward',
  description:
    'Cancels a reward, whatever its source. A percentage discount stops immediately; the unspent part of a credit is removed. Cancelling a cancelled reward changes nothing. A fully redeemed or expired reward cannot be cancelled.',
  scope: 'money',
  params: Type.Object({ rewardId: recordId('ID of the reward.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: Reward },
  refusals: ['REWARD_NOT_CANCELLABLE', 'REWARD_NOT_FOUND'],
  example: { answer: exampleCancelledManualReward },
})
