import { Type } from 'typebox'
import { ReferralCode, UserCode } from '../codes/code.ts'
import { endpoint } from '../frame/endpoint.ts'
import { exampleFigures, exampleUser } from '../frame/examples.ts'
import { listOf, listOrder, listQuery } from '../frame/list.ts'
import {
  accountId,
  chosenCode,
  email,
  locale,
  personName,
  referralCode,
  requestedTime,
  searchText,
  timeRange,
  userId,
} from '../frame/values.ts'
import { Erasure } from './erasure.ts'
import { Evidence } from './evidence.ts'
import { FiguresWithMoney } from './figures.ts'
import { ListedUser, User } from './user.ts'
import { UserData } from './user-data.ts'

export const upsertUser = endpoint({
  name: 'upsertUser',
  tag: 'Users',
  method: 'POST',
  path: '/user',
  summary: 'Create or update a user',
  description:
    'Creates the user and the account if they do not exist; otherwise updates the given fields and keeps the others. The first user of an account that has already paid completes a referral that was waiting for a user. A new user gets a referral code: the requested `referralCode`, or a generated one. Requesting another code later makes it the user’s current code; earlier codes keep working. This operation never attributes an account; use `referral.code` of accountsync for that.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId(),
      id: userId(),
      email: Type.Optional(email()),
      firstName: Type.Optional(personName('First name.')),
      lastName: Type.Optional(personName('Last name.')),
      locale: Type.Optional(locale()),
      referralCode: Type.Optional(referralCode('The referral code the user should have.')),
      evidence: Type.Optional(Evidence),
      readmit: Type.Optional(
        Type.Boolean({
          description:
            'Stores a user again who was erased. The person is a new user with a new referral code; what was erased stays erased. Not possible while the erasure is in progress.',
        }),
      ),
    },
    { title: 'UserUpdate' },
  ),
  success: { 200: User },
  refusals: ['CODE_TAKEN', 'USER_ERASED'],
  example: {
    body: {
      accountId: 'acct_bob',
      id: 'user_bob',
      email: 'bob@example.com',
      firstName: 'Bob',
      lastName: 'Tester',
      locale: 'en-US',
      referralCode: 'bobt4k9qx',
    },
    answer: exampleUser,
  },
})

export const readUser = endpoint({
  name: 'readUser',
  tag: 'Users',
  method: 'GET',
  path: '/account/{accountId}/user/{userId}',
  summary: 'Retrieve a user',
  description: 'Returns a user of an account with their referral code and share links.',
  scope: 'read',
  params: Type.Object({ accountId: accountId(), userId: userId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: User },
  refusals: ['USER_NOT_FOUND'],
  example: { answer: exampleUser },
})

export const readFigures = endpoint({
  name: 'readFigures',
  tag: 'Users',
  method: 'GET',
  path: '/account/{accountId}/user/{userId}/figures',
  summary: 'Retrieve a referrer’s figures',
  description:
    'Returns what came of a user’s code so far: clicks, friends, what was saved, what comes next, and what the friends paid. `POST open/widget` returns the same to signed calls, without what the friends paid.',
  scope: 'read',
  params: Type.Object({ accountId: accountId(), userId: userId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: FiguresWithMoney },
  refusals: ['USER_NOT_FOUND'],
  example: {
    answer: { ...exampleFigures, brought: [{ currency: 'EUR', amount: 718.4 }], yearlyRewards: [] },
  },
})

export const listUsers = endpoint({
  name: 'listUsers',
  tag: 'Users',
  method: 'GET',
  path: '/users',
  summary: 'List users',
  description:
    'Returns the users of the program, newest first. With `query`, only users whose ID, first name, last name, e-mail address or referral code starts with it; where none does, those of the newest 10,000 users whose ID has it anywhere, in any case. With `blocked=true`, only users of blocked accounts.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    query: Type.Optional(
      searchText(
        'Prefix of an ID, a name, an e-mail address or a referral code. IDs are case-sensitive; names, e-mail addresses and codes are not. Accents make no difference, and neither do the dots of an e-mail address before its `@`.',
        ['bob'],
      ),
    ),
    accountId: Type.Optional(
      accountId('Only users of this account. Not together with `query` or `blocked`.'),
    ),
    blocked: Type.Optional(
      Type.Enum(['true'], { description: '`true` returns only users of blocked accounts.' }),
    ),
    dateCreated: Type.Optional(
      timeRange('Only users who were created in this time range. Not together with `query` or `blocked`.'),
    ),
    figures: Type.Optional(
      Type.Enum(['true'], { description: '`true` adds `figures` to each user: what came of their code.' }),
    ),
    order: listOrder(', not together with `query` or `blocked`'),
  }),
  body: null,
  success: { 200: listOf('users', ListedUser, 'in the requested order') },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, users: [exampleUser] } },
})

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

export const eraseUser = endpoint({
  name: 'eraseUser',
  tag: 'Users',
  method: 'DELETE',
  path: '/account/{accountId}/user/{userId}',
  summary: 'Erase a user',
  description:
    'Erases everything that is stored about a person. At once: names, e-mail address and your ID of the user; their referral codes are replaced by disabled placeholders; if the account has no other users, your ID of the account is replaced too. By a background job, within the day: the codes in referrals and events, the clicks on their links, stored responses, raw notifications. Amounts, states and dates stay, and so do the referrals and rewards, without saying whose they were. A repeated request changes nothing and returns the progress. While the account’s customer at the payment processor has a live subscription, its discount goes on, and the processor’s IDs stay until the subscription ends (`WAITING`). Later calls that name the person do not store them again: `POST user` returns `USER_ERASED`, browser calls are answered as usual and store nothing.',
  scope: 'admin',
  params: Type.Object({ accountId: accountId(), userId: userId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Erasure },
  refusals: ['USER_NOT_FOUND'],
  example: {
    answer: {
      state: 'ERASING',
      accountErased: true,
      dateRequested: 1_781_209_600_000,
      dateErased: null,
    },
  },
})

export const updateCode = endpoint({
  name: 'updateCode',
  tag: 'Users',
  method: 'PUT',
  path: '/code/{code}',
  summary: 'Update a referral code',
  description:
    'Disables or enables a code, or sets when it expires. Absent fields stay unchanged. A disabled or expired code no longer attributes accounts; existing referrals and rewards are kept. The expiry can be changed but not removed: to keep a code, set a date far in the future. Also finds disabled and expired codes.',
  scope: 'write',
  // A text that cannot be a code is a code that does not exist: 404, like any other unknown one.
  params: Type.Object({ code: Type.String({ description: 'A referral code.', examples: ['BOBT4K9QX'] }) }),
  query: Type.Object({}),
  body: Type.Object(
    {
      disabled: Type.Optional(
        Type.Boolean({ description: 'True disables the code, false enables it.', examples: [true] }),
      ),
      dateExpires: Type.Optional(requestedTime('When the code expires. A past time expires it immediately.')),
    },
    { title: 'CodeUpdate' },
  ),
  success: { 200: ReferralCode },
  refusals: ['REFERRAL_CODE_NOT_FOUND'],
  example: {
    body: { disabled: false, dateExpires: 1_811_536_000_000 },
    answer: {
      code: 'BOBT4K9QX',
      disabled: false,
      dateExpires: 1_811_536_000_000,
      accountId: 'acct_bob',
      userId: 'user_bob',
      dateCreated: 1_779_913_600_000,
    },
  },
})

export const chooseCode = endpoint({
  name: 'chooseCode',
  tag: 'Users',
  method: 'PUT',
  path: '/account/{accountId}/user/{userId}/code',
  summary: 'Give a user a chosen code',
  description:
    'Makes a code that was chosen the user’s current one. Earlier codes and share links with them keep working, and attribute to the same user. Codes of other users, and reserved words such as `ADMIN`, paths such as `PORTAL`, and words of the program’s name, alias, sender and host, are `CODE_TAKEN`. The current code again changes nothing.',
  scope: 'write',
  params: Type.Object({ accountId: accountId(), userId: userId() }),
  query: Type.Object({}),
  body: Type.Object({ code: chosenCode() }, { title: 'CodeChoice' }),
  success: { 200: User },
  refusals: ['USER_NOT_FOUND', 'CODE_TAKEN'],
  example: { body: { code: 'bobt4k9qx' }, answer: exampleUser },
})

export const listCodes = endpoint({
  name: 'listCodes',
  tag: 'Users',
  method: 'GET',
  path: '/account/{accountId}/user/{userId}/codes',
  summary: 'List a user’s codes',
  description:
    'Returns the codes that the user has and had, the current one first, then the newest; at most 100. Former ones keep working unless they are disabled.',
  scope: 'read',
  params: Type.Object({ accountId: accountId(), userId: userId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Type.Object({ codes: Type.Array(UserCode) }, { title: 'UserCodes' }) },
  refusals: ['USER_NOT_FOUND'],
  example: {
    answer: {
      codes: [
        {
          code: 'BOBT4K9QX',
          current: true,
          disabled: false,
          dateExpires: null,
          dateCreated: 1_779_913_600_000,
        },
      ],
    },
  },
})
