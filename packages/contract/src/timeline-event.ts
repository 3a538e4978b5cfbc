import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { nullable, recordId, time } from './values.ts'

export const TimelineEvent = Type.Object(
  {
    id: recordId('Our id of the event.'),
    type: Type.String({ description: 'What happened, or did not happen.', examples: ['referral.converted'] }),
    reason: nullable(Type.String({ description: 'Machine-readable reason.', examples: ['FIRST_PAYMENT'] })),
    message: Type.String({ description: 'The reason as a sentence.' }),
    date: time('When it happened.'),
    actor: Type.String({
      description:
        'Who told us: your server, a browser, the payment processor, your staff or the service itself.',
      examples: ['server'],
    }),
    referralId: nullable(Type.String({ description: 'The referral it is about.' })),
    rewardId: nullable(Type.String({ description: 'The reward it is about.' })),
  },
  { title: 'TimelineEvent', description: 'One line of an account’s story: what happened and why.' },
)
export type TimelineEvent = ShapeOf<typeof TimelineEvent>
