import { Type } from 'typebox'
import { OpenCode } from '../code.ts'
import { endpoint } from '../endpoint.ts'

export const lookUpOpenCode = endpoint({
  name: 'lookUpOpenCode',
  tag: 'Browser',
  method: 'GET',
  path: '/open/code/{code}',
  summary: 'Look up a referral code in the browser',
  description:
    'For landing pages and sign-up forms: returns the name of the referrer and the friend’s reward. Needs no API key. Changes to a code or the program can take 5 seconds to appear.',
  scope: null,
  // A text that cannot be a code is a code that does not exist: 404, like any other unknown one.
  params: Type.Object({ code: Type.String({ description: 'A referral code.', examples: ['BOBT4K9QX'] }) }),
  query: Type.Object({}),
  body: null,
  success: { 200: OpenCode },
  refusals: ['REFERRAL_CODE_NOT_FOUND'],
  example: {
    answer: {
      code: 'BOBT4K9QX',
      discountPercentage: 10,
      reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
      referrerName: 'Bob T.',
    },
  },
})
