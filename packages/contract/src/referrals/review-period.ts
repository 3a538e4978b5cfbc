import { reviewEndings } from '@goodword/domain/program/program'
import { Type } from 'typebox'
import { nullable } from '../frame/values.ts'

export const reviewPeriodDefaults = { reviewDays: null, reviewEnds: 'KEEP' } as const

/** How long a side of a referral waits for staff, and what happens then. */
export const reviewPeriod = {
  reviewDays: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      description:
        'For how many days a held side of a referral waits for your staff, counted from when it was held; null for as long as they take. A change counts at once, also for sides that wait already.',
      examples: [14],
    }),
  ),
  reviewEnds: Type.Enum([...reviewEndings], {
    description:
      'What happens at the end of `reviewDays`: `APPROVE` approves the side as your staff would, `KEEP` keeps it waiting, shows it as overdue and sends the webhook `referral.overdue` once. Sides that wait for a confirmation of what only unsigned calls reported, for the end of a block, or for another payment after the first one was reversed are never approved by time.',
  }),
}
