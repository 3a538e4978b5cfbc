import { Type } from 'typebox'
import { ReferralCode } from '../code.ts'
import { endpoint } from '../endpoint.ts'
import { requestedTime } from '../values.ts'

export const updateCode = endpoint({
  name: 'updateCode',
  tag: 'Users',
  method: 'PUT',
  path: '/code/{code}',
  summary: 'Switch a code off or on, or let it expire',
  description:
    'What is left out stays as it is. A code that is disabled or expired attributes nobody any more; accounts that it attributed before keep their referrals and rewards. An expiry can be moved either way and never taken away: move it far ahead for a code that is to go on. Finds disabled and expired codes too.',
  scope: 'write',
  // A text that cannot be a code is a code that does not exist: 404, like any other unknown one.
  params: Type.Object({ code: Type.String({ description: 'A referral code.', examples: ['BOBT4K9QX'] }) }),
  query: Type.Object({}),
  body: Type.Object(
    {
      disabled: Type.Optional(
        Type.Boolean({ description: 'True switches the code off, false on again.', examples: [true] }),
      ),
      dateExpires: Type.Optional(
        requestedTime('From when on the code no longer works; a past time ends it at once.'),
      ),
    },
    { title: 'CodeUpdate' },
  ),
  success: { 200: ReferralCode },
  refusals: ['REFERRAL_CODE_NOT_FOUND'],
  example: {
    body: { disabled: false, dateExpires: 1_811_536_000_000 },
    answer: {
      code: 'BOBT4K9QX',
      disabled: false,
      dateExpires: 1_811_536_000_000,
      accountId: 'acct_bob',
      userId: 'user_bob',
      dateCreated: 1_779_913_600_000,
    },
  },
})
