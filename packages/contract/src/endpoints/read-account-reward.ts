import { Type } from 'typebox'
import { AccountDiscount } from '../account-discount.ts'
import { endpoint } from '../endpoint.ts'
import { exampleDiscount } from '../examples.ts'
import { accountId, currency, priceText, usedCode } from '../values.ts'

export const readAccountReward = endpoint({
  name: 'readAccountReward',
  tag: 'Discounts',
  method: 'GET',
  path: '/account/{accountId}/reward',
  summary: 'Retrieve an account’s discounts and credits',
  description:
    'Computes the discount that an account’s next bill would have if it was made now; `GET discounts` says what the next bill of each subscription will have on its day, when a reward that is held until then counts as well. Call it when the price of a subscription changes, and apply the result to the subscription before prorated charges are made. With `value` the response includes the discount as an amount. With `couponCode` it previews the discount as if that code had been used, also for an account that does not exist yet. Has no side effects.',
  scope: 'read',
  params: Type.Object({ accountId: accountId() }),
  query: Type.Object({
    couponCode: Type.Optional(usedCode('A referral code to preview.')),
    value: Type.Optional(priceText('The price to compute `discountAmount` for.')),
    currency: Type.Optional(
      currency('Currency of `value`. Defaults to the account’s currency, else the program’s.'),
    ),
  }),
  body: null,
  success: { 200: AccountDiscount },
  refusals: ['SELF_REFERRAL', 'ACCOUNT_NOT_FOUND', 'REFERRAL_CODE_NOT_FOUND'],
  example: { answer: { ...exampleDiscount, discountAmount: 4.99, currency: 'EUR' } },
})
