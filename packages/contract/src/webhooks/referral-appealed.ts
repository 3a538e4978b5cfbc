import { exampleReferralData, ReferralData } from './referral-data.ts'
import { webhookEvent } from './webhook-event.ts'

export const referralAppealed = webhookEvent({
  type: 'referral.appealed',
  summary: 'A referrer wrote about a referral that is checked',
  description:
    'The referrer used the link of the notice. `GET referrals/{referralId}/review` has what they wrote.',
  data: ReferralData,
  example: { ...exampleReferralData, referrerModerationStatus: 'PENDING' },
})
