import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleFriendSummary } from '../examples.ts'
import { listOf, listQuery } from '../list.ts'
import { TimelineEvent } from '../timeline-event.ts'
import { accountId } from '../values.ts'

export const listAccountEvents = endpoint({
  name: 'listAccountEvents',
  tag: 'Accounts',
  method: 'GET',
  path: '/account/{accountId}/timeline',
  summary: 'List the events of an account',
  description:
    'The timeline of an account, newest first: what happened to it and to the referrals that it made, and why; and what did not happen and why.',
  scope: 'read',
  params: Type.Object({ accountId: accountId() }),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('events', TimelineEvent) },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      events: [
        {
          id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60',
          type: 'referral.converted',
          reason: 'FIRST_PAYMENT',
          message: 'The account paid for the first time.',
          date: 1_781_209_600_000,
          actor: 'server',
          referralId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
          rewardId: null,
          referredAccountId: 'acct_carol',
          referredUser: exampleFriendSummary,
          note: null,
          author: null,
        },
      ],
    },
  },
})
