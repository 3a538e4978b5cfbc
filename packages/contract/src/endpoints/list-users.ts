import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleUser } from '../examples.ts'
import { listOf, listQuery } from '../list.ts'
import { User } from '../user.ts'

export const listUsers = endpoint({
  name: 'listUsers',
  tag: 'Users',
  method: 'GET',
  path: '/users',
  summary: 'Find users',
  description:
    'Users of the program, newest first. With `query`, those of whom the id, the first or last name, the e-mail or a code begins so.',
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
          'How an id, a name, an e-mail or a code begins. Ids are compared exactly; of names, e-mails and codes case does not matter.',
        examples: ['bob'],
      }),
    ),
  }),
  body: null,
  success: { 200: listOf('users', User) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, users: [exampleUser] } },
})
