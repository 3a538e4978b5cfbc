import { Type } from 'typebox'
import { CreditRedemption } from '../credit-redemption.ts'
import { endpoint } from '../endpoint.ts'
import { creditUnit } from '../reward.ts'
import { accountId, credit } from '../values.ts'

export const redeemCredit = endpoint({
  name: 'redeemCredit',
  tag: 'Rewards',
  method: 'POST',
  path: '/credit/redeem',
  summary: 'Use up credit',
  description:
    'Takes an amount off an account’s credit of a unit, from whatever expires soonest: the whole amount or nothing. It takes 5,000 rewards at most; an amount that needs more is refused with how much they come to. Every request takes another amount, hence the `Idempotency-Key`.',
  scope: 'money',
  repeated: 'acts again',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId(),
      unit: creditUnit('What to redeem; compared exactly.'),
      amount: credit('How much to redeem.', 1),
    },
    { title: 'CreditToRedeem' },
  ),
  success: { 200: CreditRedemption },
  refusals: ['INSUFFICIENT_CREDIT', 'ACCOUNT_NOT_FOUND'],
  example: {
    body: { accountId: 'acct_carol', unit: 'EUR', amount: 200 },
    answer: {
      creditRedeemed: 200,
      creditAvailable: 300,
      unit: 'EUR',
      redemptionId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d70',
    },
  },
})
