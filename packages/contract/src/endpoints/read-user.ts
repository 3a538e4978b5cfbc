import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleUser } from '../examples.ts'
import { User } from '../user.ts'
import { accountId, userId } from '../values.ts'

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
