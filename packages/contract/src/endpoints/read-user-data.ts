import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { UserData } from '../user-data.ts'
import { accountId, userId } from '../values.ts'

export const readUserData = endpoint({
  name: 'readUserData',
  tag: 'Users',
  method: 'GET',
  path: '/account/{accountId}/user/{userId}/data',
  summary: 'Retrieve everything stored about a user',
  description:
    'Returns everything that is stored about a person, wherever it is stored, to answer a data request. A response has at most `limit` records and 8 MB; while `nextCursor` is not null, there is more. A response may have fewer records than `limit`, or none, and still a `nextCursor`, because some kinds of records are searched for a person in steps. Nothing about other people is included; for example, not who followed a link.',
  scope: 'admin',
  needsRecentSignIn: true,
  showsPersonalData: true,
  params: Type.Object({ accountId: accountId(), userId: userId() }),
  query: Type.Object({
    limit: Type.Optional(
      Type.Integer({
        minimum: 20,
        maximum: 1000,
        description:
          'Maximum number of records; defaults to 1000. The deliveries of one event are never divided.',
      }),
    ),
    readable: Type.Optional(
      Type.Enum(['true', 'false'], {
        description: '`true` adds the same records with titles, labels and times that the person can read.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'The `nextCursor` of the previous response.',
      }),
    ),
  }),
  body: null,
  success: { 200: UserData },
  refusals: ['USER_NOT_FOUND'],
  example: {
    answer: {
      accountId: 'acct_bob',
      userId: 'user_bob',
      isOnlyUser: true,
      user: [{ externalId: 'user_bob', email: 'bob@example.com', firstName: 'Bob', code: 'BOBT4K9QX' }],
      account: [{ externalId: 'acct_bob', subscriptionStatus: 'PAID' }],
      codes: [{ code: 'BOBT4K9QX', disabledAt: null, createdAt: 1_781_209_600_000 }],
      referral: [],
      referrals: [],
      rewards: [],
      ledger: [],
      balances: [],
      redemptions: [],
      events: [],
      clicks: [{ clickedAt: 1_781_209_700_000, via: 'email' }],
      evidence: [{ kind: 'network', firstSeenAt: 1772000000000, lastSeenAt: 1772000000000 }],
      processorCustomers: [],
      processorSubscriptions: [],
      creditReservations: [],
      notifications: [],
      formerCodes: [],
      idempotentAnswers: [],
      mails: [],
      invitations: [],
      exports: [],
      deliveries: [],
      nextCursor: null,
    },
  },
})
