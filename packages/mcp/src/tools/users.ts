import { Account } from '@goodword/contract/accounts/account'
import { AccountDiscount } from '@goodword/contract/accounts/account-discount'
import { listOf } from '@goodword/contract/frame/list'
import { accountId } from '@goodword/contract/frame/values'
import { listUsers } from '@goodword/contract/users/endpoints'
import { ListedUser } from '@goodword/contract/users/user'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { pageInput } from './page-input.ts'

const { query, accountId: ofAccount } = listUsers.query.properties

export const searchUsers = defineTool({
  name: 'search_people',
  title: 'Search people',
  description:
    'Finds friends and referrers by the beginning of their name, e-mail address, ID or referral code, with their account IDs. Without `query` it lists the newest.',
  input: Type.Object({ query, accountId: ofAccount, ...pageInput }),
  output: listOf('users', ListedUser),
  run: ({ client, signal }, input) => client.listUsers({ query: input, signal }),
})

export const getAccount = defineTool({
  name: 'get_account',
  title: 'Read an account',
  description:
    'Returns an account with its subscription, how it was referred, the discount and credit that it has now, and the people in it.',
  input: Type.Object({ accountId: accountId() }),
  output: Type.Object({
    account: Account,
    discount: AccountDiscount,
    people: Type.Object(listOf('users', ListedUser).properties, {
      description: 'The newest people of the account.',
    }),
  }),
  async run({ client, signal }, { accountId }) {
    const params = { accountId }
    const [account, discount, people] = await Promise.all([
      client.readAccount({ params, signal }),
      client.readAccountReward({ params, signal }),
      client.listUsers({ query: { accountId }, signal }),
    ])
    return { account, discount, people }
  },
})
