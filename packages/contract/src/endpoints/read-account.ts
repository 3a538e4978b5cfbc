import { Type } from 'typebox'
import { Account } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { exampleAccount } from '../examples.ts'
import { accountId } from '../values.ts'

export const readAccount = endpoint({
  name: 'readAccount',
  tag: 'Accounts',
  method: 'GET',
  path: '/account/{accountId}',
  summary: 'Retrieve an account',
  description: 'Returns an account with its subscription as last reported, and the referral that brought it.',
  scope: 'read',
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Account },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: { answer: exampleAccount },
})
