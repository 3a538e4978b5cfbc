import { Type } from 'typebox'
import { Account } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { exampleAccount } from '../examples.ts'
import { personalReason } from '../personal-reason.ts'
import { accountId } from '../values.ts'

export const blockAccount = endpoint({
  name: 'blockAccount',
  tag: 'Accounts',
  method: 'POST',
  path: '/account/{accountId}/block',
  summary: 'Block an account',
  description:
    'Blocks an account, with immediate effect: the codes of its users attribute no new accounts, as if they were disabled, and the account itself can no longer be referred. The referrer’s side of its referrals in progress is held (`PENDING`, with the reason `REFERRER_BLOCKED`), and what converts unlocks no reward for it; friends get theirs. What was earned before stays, rewards in their hold period and discounts of the next bills included: cancel those separately. Sides that staff decided on are left as they are, and so is the referral that brought the account. Blocking a blocked account changes nothing; the first reason stays.',
  scope: 'write',
  staffRoles: ['owner', 'admin', 'reviewer'],
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({}),
  body: Type.Object({ reason: personalReason('Why the account is blocked.') }, { title: 'Block' }),
  success: { 200: Account },
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: {
    body: { reason: 'Refers accounts of its own.' },
    answer: {
      ...exampleAccount,
      dateBlocked: 1_786_000_000_000,
      blockReason: 'Refers accounts of its own.',
    },
  },
})
