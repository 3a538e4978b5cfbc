import { Type } from 'typebox'
import { referralStatus } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { exampleReferral } from '../examples.ts'
import { listOf, listQuery } from '../list.ts'
import { moderationStatus, Referral } from '../referral.ts'
import { accountId, timeRange } from '../values.ts'

export const listReferrals = endpoint({
  name: 'listReferrals',
  tag: 'Referrals',
  method: 'GET',
  path: '/referrals',
  summary: 'List referrals',
  description: 'Referrals of the program, newest first; every filter given must match.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    referringAccountId: Type.Optional(accountId('Only referrals that this account made.')),
    referredAccountId: Type.Optional(accountId('Only the referral that brought this account.')),
    status: Type.Optional(referralStatus('Only referrals that stand here.')),
    moderationStatus: Type.Optional(moderationStatus('Only referrals with a side that is so moderated.')),
    dateReferralStarted: Type.Optional(timeRange('Only referrals attributed then.')),
    dateConverted: Type.Optional(timeRange('Only referrals converted then.')),
    dateReferralEnded: Type.Optional(timeRange('Only referrals ended then.')),
  }),
  body: null,
  success: { 200: listOf('referrals', Referral) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, referrals: [exampleReferral] } },
})
