import { Type } from 'typebox'
import { Account } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { exampleAccount } from '../examples.ts'
import { personalReason } from '../personal-reason.ts'
import { accountId } from '../values.ts'

export const unblockAccount = endpoint({
  name: 'unblockAccount',
  tag: 'Accounts',
  method: 'POST',
  path: '/account/{accountId}/unblock',
  summary: 'Unblock an account',
  description:
    'Undoes a block. The codes of the account work again, and every referral that was held by the block alone is released: one that has converted meanwhile gets the referrer’s reward that it would have by now, once. What a fraud rule or staff holds stays held. Accounts that were not attributed during the block stay so. Unblocking an account that is not blocked changes nothing.',
  scope: 'write',
  staffRoles: ['owner', 'admin', 'reviewer'],
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({}),
  body: Type.Object({ reason: personalReason('Why the block is undone.') }, { title: 'Unblock' }),
  success: { 200: Account },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: { body: { reason: 'The accounts belong to one family.' }, answer: exampleAccount },
})
