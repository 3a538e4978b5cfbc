import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleUser } from '../examples.ts'
import { User } from '../user.ts'
import { accountId, email, personName, referralCode, userId } from '../values.ts'

export const upsertUser = endpoint({
  name: 'upsertUser',
  tag: 'Users',
  method: 'POST',
  path: '/user',
  summary: 'Tell of a user',
  description:
    'Makes a user known, and the account with it, or updates the fields that are given; what is left out stays as it is. The first user of an account that has paid completes a referral that waited for one. A user who has no code yet gets one: the wanted `referralCode`, or one that is made. A new wanted code becomes the one that is shown; codes that the user shared before go on working. It never attributes: that is for `referral.code` of accountsync.',
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
      referralCode: Type.Optional(referralCode('The code that the user is to share.')),
    },
    { title: 'UserUpdate' },
  ),
  success: { 200: User },
  refusals: ['CODE_TAKEN'],
  example: {
    body: {
      accountId: 'acct_bob',
      id: 'user_bob',
      email: 'bob@example.com',
      firstName: 'Bob',
      lastName: 'Tester',
      referralCode: 'bobt4k9qx',
    },
    answer: exampleUser,
  },
})
