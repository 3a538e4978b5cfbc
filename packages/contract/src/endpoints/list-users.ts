import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleUser } from '../examples.ts'
import { listOf, listQuery } from '../list.ts'
import { User } from '../user.ts'
import { accountId } from '../values.ts'

export const listUsers = endpoint({
  name: 'listUsers',
  tag: 'Users',
  method: 'GET',
  path: '/users',
  summary: 'List users',
  description:
    'Returns the users of the program, newest first. With `query`, only users whose ID, first name, last name, e-mail address or referral code starts with it. With `blocked=true`, only users of blocked accounts.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    query: Type.Optional(
      Type.String({
        // The rule for names fits what people search by: short, no control characters.
        format: 'person-name',
        minLength: 1,
        maxLength: 256,
        description:
          'Prefix of an ID, a name, an e-mail address or a referral code. IDs are case-sensitive; names, e-mail addresses and codes are not.',
        examples: ['bob'],
      }),
    ),
    accountId: Type.Optional(
      accountId('Only users of this account. Not together with `query` or `blocked`.'),
    ),
    blocked: Type.Optional(
      Type.Enum(['true'], { description: '`true` returns only users of blocked accounts.' }),
    ),
  }),
  body: null,
  success: { 200: listOf('users', User) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, users: [exampleUser] } },
})
