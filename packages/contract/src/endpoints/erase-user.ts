import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Erasure } from '../erasure.ts'
import { accountId, userId } from '../values.ts'

export const eraseUser = endpoint({
  name: 'eraseUser',
  tag: 'Users',
  method: 'DELETE',
  path: '/account/{accountId}/user/{userId}',
  summary: 'Erase a user',
  description:
    'Erases everything that is stored about a person. At once: names, e-mail address and your ID of the user; their referral codes are replaced by disabled placeholders; if the account has no other users, your ID of the account is replaced too. By a background job, within the day: the codes in referrals and events, the clicks on their links, stored responses, raw notifications. Amounts, states and dates stay, and so do the referrals and rewards, without saying whose they were. A repeated request changes nothing and returns the progress. While the account’s customer at the payment processor has a live subscription, its discount goes on, and the processor’s IDs stay until the subscription ends (`WAITING`). Later calls that name the person do not store them again: `POST user` returns `USER_ERASED`, browser calls are answered as usual and store nothing.',
  scope: 'admin',
  params: Type.Object({ accountId: accountId(), userId: userId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Erasure },
  refusals: ['USER_NOT_FOUND'],
  example: {
    answer: {
      state: 'ERASING',
      accountErased: true,
      dateRequested: 1_781_209_600_000,
      dateErased: null,
    },
  },
})
