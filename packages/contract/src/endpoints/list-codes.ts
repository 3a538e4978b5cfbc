import { Type } from 'typebox'
import { UserCode } from '../code.ts'
import { endpoint } from '../endpoint.ts'
import { accountId, userId } from '../values.ts'

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
