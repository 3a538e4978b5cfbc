import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'
import { UserSummary } from '../users/user.ts'

export const TimelineEvent = Type.Object(
  {
    id: recordId('ID of the event.'),
    type: Type.String({ description: 'Type of the event.', examples: ['referral.converted'] }),
    reason: nullable(Type.String({ description: 'Machine-readable reason.', examples: ['FIRST_PAYMENT'] })),
    message: Type.String({ description: 'The reason as a sentence.' }),
    date: time('When it happened.'),
    actor: Type.String({
      description:
        'Who caused the event: your server, a browser, the payment processor, your staff, an imported file (`import`) or the service itself.',
      examples: ['server'],
    }),
    referralId: nullable(Type.String({ description: 'ID of the referral concerned.' })),
    rewardId: nullable(Type.String({ description: 'ID of the reward concerned.' })),
    referredAccountId: nullable(
      Type.String({
        description:
          'The friend’s account, for what happened to a referral that this account made, or to a reward of this account for that friend; null for what happened to the account itself.',
      }),
    ),
    referredUser: nullable(UserSummary),
    note: nullable(
      Type.String({
        description:
          'The reason that a person gave for what they did by hand; of `customer.replaced` the former and the new customer of the payment processor; null for all other events.',
      }),
    ),
    author: nullable(
      Type.String({
        description:
          'Who did it by hand, of your staff or with a key of your server: `staff <id> <e-mail>` or `key <name>`; null for all other events.',
        examples: ['staff 019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d66 ann@example.com'],
      }),
    ),
  },
  {
    title: 'TimelineEvent',
    description:
      'An entry of an account’s timeline: what happened and why. `referredUser` is the first user of `referredAccountId`; null before one is identified.',
  },
)
export type TimelineEvent = ShapeOf<typeof TimelineEvent>
