import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { Type } from 'typebox'
import { CouponInformation } from '../code.ts'
import { endpoint } from '../endpoint.ts'

export const lookUpCode = endpoint({
  name: 'lookUpCode',
  tag: 'Discounts',
  method: 'GET',
  path: '/code/{code}',
  aliases: ['/discount/{code}', '/coupon/{code}'],
  summary: 'Look up a referral code',
  description:
    'Call this from your server before you create the subscription, so that the first bill of a new customer includes the discount: add a discount that inherits from `discountId`, with an amount of `discountPercentage` of the plan’s price; at Stripe, create the subscription with the coupon `discountId`, which exists when this is answered. `/discount/{code}` and `/coupon/{code}` are the same operation.',
  scope: 'read',
  // A text that cannot be a code is a code that does not exist: 404, like any other unknown one.
  params: Type.Object({ code: Type.String({ description: 'A referral code.', examples: ['BOBT4K9QX'] }) }),
  query: Type.Object({}),
  body: null,
  success: { 200: CouponInformation },
  refusals: ['REFERRAL_CODE_NOT_FOUND', 'PROCESSOR_SETUP_INCOMPLETE', 'PROCESSOR_UNAVAILABLE'],
  example: {
    answer: {
      code: 'BOBT4K9QX',
      couponCode: 'BOBT4K9QX',
      discountPercentage: 10,
      discountId: 'referral_discount',
      promotionCode: null,
      referrerName: 'Bob T.' as PresentableName,
      reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
      dateCreated: 1_779_913_600_000,
    },
  },
})
