import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleFriendSummary, exampleReferral } from '../examples.ts'
import { ReferralReview } from '../referral-review.ts'
import { recordId } from '../values.ts'

export const readReferralReview = endpoint({
  name: 'readReferralReview',
  tag: 'Referrals',
  method: 'GET',
  path: '/referrals/{referralId}/review',
  summary: 'Retrieve what a decision about a referral is about',
  description:
    'For a referral that waits for a decision: what each side has or would get and what that is worth, what the referrer wrote about it, and what was decided before about the same accounts. Changes nothing.',
  scope: 'read',
  params: Type.Object({ referralId: recordId('ID of the referral.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: ReferralReview },
  refusals: ['REFERRAL_NOT_FOUND'],
  example: {
    answer: {
      referralId: exampleReferral.id,
      sides: [
        {
          side: 'REFERRER',
          accountId: 'acct_bob',
          status: 'PENDING',
          reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
          worth: { amount: 59.88, currency: 'EUR', bills: 12 },
        },
        {
          side: 'REFERRED',
          accountId: 'acct_carol',
          status: 'APPROVED',
          reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
          worth: null,
        },
      ],
      appeal: null,
      history: [
        {
          side: 'REFERRER',
          accountId: 'acct_bob',
          approved: 1,
          denied: 0,
          pending: 0,
          undecided: 3,
          complete: true,
          latest: [
            {
              referralId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4e',
              side: 'REFERRER',
              status: 'APPROVED',
              decision: exampleReferral.referrerDecision,
              otherAccountId: 'acct_carol',
              otherUser: exampleFriendSummary,
            },
          ],
        },
        {
          side: 'REFERRED',
          accountId: 'acct_carol',
          approved: 0,
          denied: 0,
          pending: 0,
          undecided: 0,
          complete: true,
          latest: [],
        },
      ],
    },
  },
})
