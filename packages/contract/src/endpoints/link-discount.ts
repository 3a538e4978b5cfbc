import { Type } from 'typebox'
import { AccountDiscount } from '../account-discount.ts'
import { endpoint } from '../endpoint.ts'
import { exampleDiscount } from '../examples.ts'
import { accountId, paymentProviderId, referralCode } from '../values.ts'

export const linkDiscount = endpoint({
  name: 'linkDiscount',
  tag: 'Discounts',
  method: 'POST',
  path: '/discount',
  summary: 'Link a processor customer and a coupon',
  description:
    'Call it on your server after the customer was created at the payment processor. It ties account and customer together and attributes the coupon, so that discounts reach the customer’s subscription. Answers 201 the first time and 200 on a repeat. What is to be done at the processor follows by itself, also when the processor is away for the moment.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId(),
      paymentProviderId: paymentProviderId(),
      couponCode: referralCode('The referral code.'),
    },
    { title: 'DiscountLink' },
  ),
  success: { 200: AccountDiscount, 201: AccountDiscount },
  refusals: ['SELF_REFERRAL', 'REFERRAL_CODE_NOT_FOUND', 'PROVIDER_ID_TAKEN', 'PROCESSOR_NOT_CONNECTED'],
  example: {
    body: { accountId: 'acct_carol', paymentProviderId: '48213579', couponCode: 'BOBT4K9QX' },
    answer: exampleDiscount,
  },
})
