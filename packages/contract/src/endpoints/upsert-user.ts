import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Evidence } from '../evidence.ts'
import { exampleUser } from '../examples.ts'
import { User } from '../user.ts'
import { accountId, email, locale, personName, referralCode, userId } from '../values.ts'

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
