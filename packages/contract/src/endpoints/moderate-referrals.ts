import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReferral } from '../examples.ts'
import { ModerationAction } from '../moderation-action.ts'
import { Referral } from '../referral.ts'

export const moderateReferrals = endpoint({
  name: 'moderateReferrals',
  tag: 'Referrals',
  method: 'POST',
  path: '/referrals/moderate',
  summary: 'Decide which sides may have their reward',
  description:
    'Approves, denies or holds sides of referrals, up to 100 actions at once, in their order: all of them or none. A side that is denied or held has no reward. Approving creates it once; denying later cancels what is not redeemed yet, and approving again revives it. No rule changes a decision made by hand. Answers every referral named, once, in the order of the actions.',
  scope: 'money',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      actions: Type.Array(ModerationAction, {
        minItems: 1,
        maxItems: 100,
        description: 'What to decide; 1 to 100 actions.',
      }),
    },
    { title: 'Moderation' },
  ),
  success: {
    200: Type.Object(
      { referrals: Type.Array(Referral, { description: 'The referrals as they stand now.' }) },
      { title: 'ModeratedReferrals' },
    ),
  },
  refusals: ['REFERRAL_NOT_FOUND'],
  example: {
    body: { actions: [{ referralId: exampleReferral.id, action: 'APPROVE_REFERRER' }] },
    answer: { referrals: [exampleReferral] },
  },
})
