import { Type } from 'typebox'
import { CreditRedemption } from '../credit-redemption.ts'
import { endpoint } from '../endpoint.ts'
import { personalReason } from '../personal-reason.ts'
import { creditUnit } from '../reward.ts'
import { accountId, credit } from '../values.ts'

export const redeemCredit = endpoint({
  name: 'redeemCredit',
  tag: 'Rewards',
  method: 'POST',
  path: '/credit/redeem',
  summary: 'Redeem credit',
  description:
    'Redeems an amount of one unit of an account’s credit, starting with the credit that expires first. Redeems the full amount or nothing. Credit that only stands by for a bill not yet made (`reservedCredit` of a reward) can be redeemed as well: the discount of that bill is lowered at the payment processor first, which takes up to 5 seconds. If the processor cannot be asked, the answer is 503 and nothing changed. From an hour before the bill the answer is 409 `CREDIT_BEING_BILLED`. One request uses at most 5,000 rewards; a larger amount is refused, and the message says how much can be redeemed at once. Each request redeems again, so an `Idempotency-Key` is required.',
  scope: 'money',
  repeated: 'acts again',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId(),
      unit: creditUnit('The unit to redeem; case-sensitive.'),
      amount: credit('The amount to redeem.', 1),
      reason: Type.Optional(
        personalReason('Why it is redeemed: the `note` of its event on the account’s timeline.'),
      ),
    },
    { title: 'CreditToRedeem' },
  ),
  success: { 200: CreditRedemption },
  refusals: ['INSUFFICIENT_CREDIT', 'CREDIT_BEING_BILLED', 'PROCESSOR_UNAVAILABLE', 'ACCOUNT_NOT_FOUND'],
  example: {
    body: { accountId: 'acct_carol', unit: 'EUR', amount: 200, reason: 'Paid a workshop with it' },
    answer: {
      creditRedeemed: 200,
      creditAvailable: 300,
      unit: 'EUR',
      redemptionId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d70',
    },
  },
})
