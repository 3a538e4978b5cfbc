import { exampleReferralData, ReferralData } from './referral-data.ts'
import { webhookEvent } from './webhook-event.ts'

export const referralOverdue = webhookEvent({
  type: 'referral.overdue',
  summary: 'A referral waits for your staff longer than the program says',
  description:
    'A side has waited for `reviewDays`, and `reviewEnds` is `KEEP`: it waits on. Sent once for each time that the referral is held.',
  data: ReferralData,
  example: { ...exampleReferralData, referrerModerationStatus: 'PENDING' },
})
