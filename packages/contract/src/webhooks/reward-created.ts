import { exampleReferrerReward } from '../examples.ts'
import { Reward } from '../reward.ts'
import { webhookEvent } from './webhook-event.ts'

export const rewardCreated = webhookEvent({
  type: 'reward.created',
  summary: 'A reward was created',
  description:
    'A reward was created; it may still be `PENDING`. A friend’s credit takes effect at the conversion, when its `reward.balance.changed` follows.',
  data: Reward,
  example: exampleReferrerReward,
})
