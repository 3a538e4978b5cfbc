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
  summary: 'Read an account',
  description: 'Where an account stands: its subscription as you told it, and how it was referred.',
  scope: 'read',
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Account },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: { answer: exampleAccount },
})
