import { exampleReferralData, ReferralData } from './referral-data.ts'
import { webhookEvent } from './webhook-event.ts'

export const referralConverted = webhookEvent({
  type: 'referral.converted',
  summary: 'A referral converted',
  description: 'The referred account paid for the first time, which unlocks the rewards.',
  data: ReferralData,
  example: { ...exampleReferralData, status: 'CONVERTED', dateConverted: 1_781_209_600_000 },
})
