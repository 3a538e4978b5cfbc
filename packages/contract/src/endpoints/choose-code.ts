import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleUser } from '../examples.ts'
import { User } from '../user.ts'
import { accountId, chosenCode, userId } from '../values.ts'

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
