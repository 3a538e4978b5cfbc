import { exampleReferralData, ReferralData } from './referral-data.ts'
import { webhookEvent } from './webhook-event.ts'

export const referralStarted = webhookEvent({
  type: 'referral.started',
  summary: 'A referral started',
  description:
    'An account was attributed to a referrer. `accountId` of `GET events` is the friend’s account.',
  data: ReferralData,
  example: exampleReferralData,
})
