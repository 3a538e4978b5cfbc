import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { listOf, listQuery } from '../frame/list.ts'
import { accountId } from '../frame/values.ts'
import { EventEnvelope, exampleReferralData, webhookEventTypes } from './event-types.ts'

const { limit, totalCount } = listQuery({}).properties
const { count, totalCount: total } = listOf('events', EventEnvelope).properties

export const listEvents = endpoint({
  name: 'listEvents',
  tag: 'Events',
  method: 'GET',
  path: '/events',
  summary: 'List published events',
  description:
    'Returns the events that webhooks deliver, oldest first unless `order` says otherwise: to catch up on missed deliveries, or instead of webhooks. Store `nextCursor` and pass it as `after` in the next request; `count` is 0 while there is nothing new. An event appears within about a second. Events are kept for 30 days.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({
    type: Type.Optional(Type.Enum([...webhookEventTypes], { description: 'Only events of this type.' })),
    accountId: Type.Optional(
      accountId(
        'Only events about this account of yours: its users, rewards, balances and discounts, and the referral that it was referred by. Each event is about one account, and those of a referral are about the referred one: `data.referringAccountId` names the referrer, and `GET referrals?referringAccountId=` lists what an account referred.',
      ),
    ),
    after: Type.Optional(
      Type.String({
        format: 'cursor',
        description:
          'The `nextCursor` of the previous response. Omit it to start with the oldest event that is kept, or with `order=NEWEST` with the newest.',
      }),
    ),
    order: Type.Optional(
      Type.Enum(['OLDEST', 'NEWEST'], {
        default: 'OLDEST',
        description:
          '`NEWEST` returns the newest first, to look at what happened last; `nextCursor` then goes on with older events. To follow the feed, leave it out.',
      }),
    ),
    limit,
    totalCount,
  }),
  body: null,
  success: {
    200: Type.Object({
      count,
      totalCount: total,
      nextCursor: Type.String({
        description: 'Where to go on: pass it as `after`. Never null, so that polling can continue.',
      }),
      events: Type.Array(EventEnvelope, { description: 'The entries of this page, in the requested order.' }),
    }),
  },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: 'AQAAAAAAABJn',
      events: [
        {
          id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60',
          type: 'referral.started',
          tenantAlias: 'acme',
          live: true,
          created: 1_780_000_000_000,
          version: 4711,
          reason: 'EXPLICIT_CODE',
          data: exampleReferralData,
        },
      ],
    },
  },
})
