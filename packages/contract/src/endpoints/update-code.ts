import { Type } from 'typebox'
import { ReferralCode } from '../code.ts'
import { endpoint } from '../endpoint.ts'
import { requestedTime } from '../values.ts'

export const updateCode = endpoint({
  name: 'updateCode',
  tag: 'Users',
  method: 'PUT',
  path: '/code/{code}',
  summary: 'Update a referral code',
  description:
    'Disables or enables a code, or sets when it expires. Absent fields stay unchanged. A disabled or expired code no longer attributes accounts; existing referrals and rewards are kept. The expiry can be changed but not removed: to keep a code, set a date far in the future. Also finds disabled and expired codes.',
  scope: 'write',
  // A text that cannot be a code is a code that does not exist: 404, like any other unknown one.
  params: Type.Object({ code: Type.String({ description: 'A referral code.', examples: ['BOBT4K9QX'] }) }),
  query: Type.Object({}),
  body: Type.Object(
    {
      disabled: Type.Optional(
        Type.Boolean({ description: 'True disables the code, false enables it.', examples: [true] }),
      ),
      dateExpires: Type.Optional(requestedTime('When the code expires. A past time expires it immediately.')),
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
