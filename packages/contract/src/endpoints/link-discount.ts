import { Type } from 'typebox'
import { AccountDiscount } from '../account-discount.ts'
import { endpoint } from '../endpoint.ts'
import { exampleDiscount } from '../examples.ts'
import { accountId, paymentProviderId, usedCode } from '../values.ts'

export const linkDiscount = endpoint({
  name: 'linkDiscount',
  tag: 'Discounts',
  method: 'POST',
  path: '/discount',
  summary: 'Link a processor customer and apply a coupon',
  description:
    'Call this from your server after you created the customer at the payment processor. It links the account to the customer and attributes the account by the coupon, so that discounts are applied to the customer’s subscription. Returns 201 the first time and 200 on a repeat. The link is stored first; then the customer is read at the processor, for at most 2 seconds. A customer that paid before gets no discount: `couponApplies` is false, and `reason` says why. Without `couponApplies` the processor did not respond in time: the rest is done asynchronously and retried, and what the processor shows then decides.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId(),
      paymentProviderId: paymentProviderId(),
      couponCode: usedCode('The referral code.'),
    },
    { title: 'DiscountLink' },
  ),
  success: { 200: AccountDiscount, 201: AccountDiscount },
  refusals: ['SELF_REFERRAL', 'REFERRAL_CODE_NOT_FOUND', 'PROVIDER_ID_TAKEN', 'PROCESSOR_NOT_CONNECTED'],
  example: {
    body: { accountId: 'acct_carol', paymentProviderId: '48213579', couponCode: 'BOBT4K9QX' },
    answer: { ...exampleDiscount, couponApplies: true },
  },
})
