import { exampleReferralData, ReferralData } from './referral-data.ts'
import { webhookEvent } from './webhook-event.ts'

export const referralEnded = webhookEvent({
  type: 'referral.ended',
  summary: 'A referral ended',
  description: 'The referred account cancelled. Both sides’ percentages end; credits that were given stay.',
  data: ReferralData,
  example: {
    ...exampleReferralData,
    status: 'ENDED',
    dateConverted: 1_781_209_600_000,
    dateReferralEnded: 1_786_000_000_000,
  },
})
