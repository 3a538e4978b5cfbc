import { Type } from 'typebox'
import { AccountSummary } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { exampleAccount, exampleFriendSummary } from '../examples.ts'
import { listOf, listQuery } from '../list.ts'
import { searchText } from '../values.ts'

export const listAccounts = endpoint({
  name: 'listAccounts',
  tag: 'Accounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List accounts',
  description:
    'Returns the accounts of the program, newest first, also those without a user or a referral. With `query`, only accounts whose ID or whose customer ID at the payment processor starts with it; where none does, those of the newest 10,000 accounts whose ID has it anywhere, in any case. `GET users` finds accounts by the people in them.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    query: Type.Optional(
      searchText('Prefix of an account’s ID or of its customer ID; case-sensitive.', ['acct_']),
    ),
  }),
  body: null,
  success: { 200: listOf('accounts', AccountSummary) },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      accounts: [
        {
          id: exampleAccount.id,
          paymentProviderId: exampleAccount.paymentProviderId,
          user: exampleFriendSummary,
          dateCreated: exampleAccount.dateCreated,
          dateBlocked: exampleAccount.dateBlocked,
        },
      ],
    },
  },
})
