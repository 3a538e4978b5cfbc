import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReferral } from '../examples.ts'
import { personalReason } from '../personal-reason.ts'
import { Referral } from '../referral.ts'
import { accountId, usedCode } from '../values.ts'

export const attributeByHand = endpoint({
  name: 'attributeByHand',
  tag: 'Referrals',
  method: 'POST',
  path: '/referrals',
  summary: 'Attribute an account by hand',
  description:
    'Attributes a known account to the owner of a code after the fact, for a friend who forgot the code. The rules of a code apply: an account has one referral, no account refers itself, fraud rules decide, limits on rewards hold. Two rules can be overruled: a code counts although it is disabled or expired; and with `allowExistingCustomer`, so does an account that has paid already. Its referral converts at once, as if code and `PAID` had come in one call, and the months of both rewards begin now; nothing of earlier bills is refunded. Returns 201, or 200 if the account was referred by this code before: then nothing changes.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      referralCode: usedCode('A referral code of the referrer, also one that is disabled or expired.'),
      referredAccountId: accountId('Your ID for the friend’s account. The account must exist.'),
      allowExistingCustomer: Type.Optional(
        Type.Boolean({
          description:
            'True attributes the account although it paid before it was referred. Without it, such an account is refused.',
          examples: [true],
        }),
      ),
      reason: personalReason('Why the account is attributed by hand.'),
    },
    { title: 'AttributionByHand' },
  ),
  success: { 200: Referral, 201: Referral },
  refusals: [
    'SELF_REFERRAL',
    'ACCOUNT_NOT_FOUND',
    'REFERRAL_CODE_NOT_FOUND',
    'ALREADY_REFERRED',
    'EXISTING_CUSTOMER',
    'ACCOUNT_BLOCKED',
    'PROGRAM_INACTIVE',
  ],
  example: {
    body: {
      referralCode: 'BOBT4K9QX',
      referredAccountId: 'acct_carol',
      allowExistingCustomer: true,
      reason: 'Carol forgot the code and wrote to support.',
    },
    answer: { ...exampleReferral, attributedByHand: true },
  },
})
