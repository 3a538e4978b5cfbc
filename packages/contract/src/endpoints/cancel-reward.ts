import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleCancelledManualReward } from '../examples.ts'
import { personalReason } from '../personal-reason.ts'
import { Reward } from '../reward.ts'
import { recordId } from '../values.ts'

export const cancelReward = endpoint({
  name: 'cancelReward',
  tag: 'Rewards',
  method: 'POST',
  path: '/reward/{rewardId}/cancel',
  summary: 'Cancel a reward',
  description:
    'Cancels a reward, whatever its source. A percentage discount stops immediately; the unspent part of a credit is removed. Credit that is reserved for a bill not yet made is taken back once the payment processor no longer takes it off that bill, which is waited for up to 5 seconds: `reservedCredit` in the response is what still lies on the bill, and is redeemed if the bill is made with it, or reversed otherwise. Cancelling a cancelled reward changes nothing. A fully redeemed or expired reward cannot be cancelled.',
  scope: 'money',
  params: Type.Object({ rewardId: recordId('ID of the reward.') }),
  query: Type.Object({}),
  body: Type.Object(
    {
      reason: Type.Optional(
        personalReason('Why it is cancelled: the `note` of its event on the account’s timeline.'),
      ),
    },
    { title: 'RewardCancellation' },
  ),
  isBodyOptional: true,
  success: { 200: Reward },
  refusals: ['REWARD_NOT_CANCELLABLE', 'REWARD_NOT_FOUND'],
  example: { body: { reason: 'Given twice by mistake.' }, answer: exampleCancelledManualReward },
})
