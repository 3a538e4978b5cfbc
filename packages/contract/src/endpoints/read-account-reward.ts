import { Type } from 'typebox'
import { AccountDiscount } from '../account-discount.ts'
import { endpoint } from '../endpoint.ts'
import { exampleDiscount } from '../examples.ts'
import { accountId, currency, priceText, referralCode } from '../values.ts'

export const readAccountReward = endpoint({
  name: 'readAccountReward',
  tag: 'Discounts',
  method: 'GET',
  path: '/account/{accountId}/reward',
  summary: 'What an account gets off its next bill',
  description:
    'Recomputes the discount when a subscription changes its price: apply the result to the subscription before prorated charges go through. With `value` the answer holds the amount too. With `couponCode` it says what would be if that code were used, also for an account that is not known yet. Reading changes nothing.',
  scope: 'read',
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({
    couponCode: Type.Optional(referralCode('A referral code to try out.')),
    value: Type.Optional(priceText('The price to compute `discountAmount` for.')),
    currency: Type.Optional(currency('Currency of `value`; the account’s, else the program’s, unless told.')),
  }),
  body: null,
  success: { 200: AccountDiscount },
  refusals: ['SELF_REFERRAL', 'ACCOUNT_NOT_FOUND', 'REFERRAL_CODE_NOT_FOUND'],
  example: { answer: { ...exampleDiscount, discountAmount: 4.99, currency: 'EUR' } },
})
