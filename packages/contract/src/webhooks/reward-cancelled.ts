import { exampleReferrerReward } from '../examples.ts'
import { Reward } from '../reward.ts'
import { webhookEvent } from './webhook-event.ts'

export const rewardCancelled = webhookEvent({
  type: 'reward.cancelled',
  summary: 'A reward was cancelled',
  description:
    'What was not redeemed of a reward was cancelled, because the referral ended, by moderation, or manually.',
  data: Reward,
  example: { ...exampleReferrerReward, statuses: ['CANCELLED'], dateCancelled: 1_786_000_000_000 },
})
