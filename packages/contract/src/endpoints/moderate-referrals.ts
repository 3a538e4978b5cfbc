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
  summary: 'Moderate referrals',
  description:
    'Approves, denies or holds sides of referrals. Takes up to 100 actions, which are applied in order, all or none. A denied or held side has no reward. Approving creates the reward once; denying it later cancels the unredeemed part, and approving again restores it. Every decision can be undone by another one, at any time: `APPROVE` after `DENY` restores the reward, `DENY` after `APPROVE` cancels it again. Two things are not undone: credit that was redeemed stays redeemed, and an approval after the end of the referral, or above the program’s limit, restores no reward that is no longer owed. There is no way back to the state before any decision: rules never override a manual decision. Returns each referral once, in the order of the actions.',
  scope: 'money',
  staffRoles: ['owner', 'admin', 'reviewer'],
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      actions: Type.Array(ModerationAction, {
        minItems: 1,
        maxItems: 100,
        description: 'The actions to apply, 1 to 100.',
      }),
    },
    { title: 'Moderation' },
  ),
  success: {
    200: Type.Object(
      { referrals: Type.Array(Referral, { description: 'The referrals after the actions.' }) },
      { title: 'ModeratedReferrals' },
    ),
  },
  refusals: ['REFERRAL_NOT_FOUND'],
  example: {
    body: { actions: [{ referralId: exampleReferral.id, action: 'APPROVE_REFERRER' }] },
    answer: { referrals: [exampleReferral] },
  },
})
