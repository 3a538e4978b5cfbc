import { Type } from 'typebox'
import { Account, AccountUpdate } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { exampleAccount } from '../examples.ts'

export const syncAccount = endpoint({
  name: 'syncAccount',
  tag: 'Accounts',
  method: 'POST',
  path: '/accountsync',
  summary: 'Sync an account',
  description:
    'Creates or updates an account. `referral.code` attributes the account to the owner of the code. `subscription.status` `PAID` converts the referral and unlocks the rewards, in the same request or a later one. A referral converts only after a user of the account was identified. Repeating a request changes nothing.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: AccountUpdate,
  success: { 200: Account },
  refusals: ['SELF_REFERRAL', 'REFERRAL_CODE_NOT_FOUND', 'PROVIDER_ID_TAKEN'],
  example: {
    body: {
      id: 'acct_carol',
      subscription: { status: 'PAID', billingIntervalValue: 1, billingIntervalType: 'MONTH', value: 49.9 },
      referral: { code: 'BOBT4K9QX' },
    },
    answer: exampleAccount,
  },
})
