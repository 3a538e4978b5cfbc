import { exampleReferralData, ReferralData } from './referral-data.ts'
import { webhookEvent } from './webhook-event.ts'

export const referralModerated = webhookEvent({
  type: 'referral.moderated',
  summary: 'A side of a referral was moderated',
  description:
    'The moderation status of a side changed: by staff, by a fraud rule, or because a payment was confirmed.',
  data: ReferralData,
  example: { ...exampleReferralData, referrerModerationStatus: 'PENDING' },
})
