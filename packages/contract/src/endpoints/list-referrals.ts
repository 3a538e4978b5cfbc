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
  description: 'Returns the referrals of the program, newest first. Filters are combined with AND.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    referringAccountId: Type.Optional(accountId('Only referrals made by this account.')),
    referredAccountId: Type.Optional(accountId('Only the referral of this account as the referred one.')),
    status: Type.Optional(referralStatus('Only referrals with this status.')),
    moderationStatus: Type.Optional(
      moderationStatus('Only referrals of which at least one side has this moderation status.'),
    ),
    dateReferralStarted: Type.Optional(timeRange('Only referrals attributed in this time range.')),
    dateConverted: Type.Optional(timeRange('Only referrals converted in this time range.')),
    dateReferralEnded: Type.Optional(timeRange('Only referrals that ended in this time range.')),
  }),
  body: null,
  success: { 200: listOf('referrals', Referral) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, referrals: [exampleReferral] } },
})
