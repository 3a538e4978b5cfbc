import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleUser } from '../examples.ts'
import { listOf, listOrder, listQuery } from '../list.ts'
import { ListedUser } from '../user.ts'
import { accountId, searchText, timeRange } from '../values.ts'

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
        'Prefix of an ID, a name, an e-mail address or a referral code. IDs are case-sensitive; names, e-mail addresses and codes are not.',
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
