import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, percent, presentableName, time } from '../frame/values.ts'
import { RewardSpec } from '../rewards/reward.ts'

export const CouponInformation = Type.Object(
  {
    code: Type.String({ description: 'The referral code, in upper case.' }),
    couponCode: Type.String({
      description: 'The same code, under the field name used by `POST discount`.',
    }),
    discountPercentage: percent(
      'The friend’s discount on each bill; 0 if the friend’s reward is not a percentage.',
    ),
    discountId: Type.String({
      description:
        'ID of the discount at the payment processor: at Braintree the one to inherit from, at Stripe a coupon of `discountPercentage` to create the subscription with (`discounts[0][coupon]`).',
      examples: ['referral_discount'],
    }),
    promotionCode: nullable(
      Type.String({
        description:
          'The code that customers enter at the payment processor’s own checkout; null unless the program has `processorPromotionCodes`.',
        examples: ['BOBT4K9QX'],
      }),
    ),
    referrerName: nullable(
      presentableName(
        'First name and last initial of the referrer. Null if unknown, if not written like a name, or if only unsigned browser calls said it.',
      ),
    ),
    reward: nullable(RewardSpec),
    dateCreated: time('When the code was created.'),
  },
  {
    title: 'CouponInformation',
    description: 'What a friend gets for using a code. `reward` is the friend’s reward.',
  },
)
export type CouponInformation = ShapeOf<typeof CouponInformation>

const OfferTexts = Type.Object(
  {
    locale: Type.String({ description: 'Language of the texts.', examples: ['de'] }),
    direction: Type.Enum(['ltr', 'rtl'], { description: 'Writing direction of that language.' }),
    title: Type.String({ description: 'Who gives what, in one sentence.' }),
    text: Type.String({ description: 'What else there is to know. Can have line breaks.' }),
    applied: Type.String({ description: 'For a code field: whose code it is, and what it gives.' }),
  },
  { title: 'OfferTexts', description: 'The offer in words: the program’s own, or those of Goodword.' },
)

export const OpenCode = Type.Object(
  {
    code: Type.String({ description: 'The referral code, in upper case.' }),
    discountPercentage: percent(
      'The friend’s discount on each bill; 0 if the friend’s reward is not a percentage.',
    ),
    reward: nullable(RewardSpec),
    referrerName: nullable(
      presentableName(
        'First name and last initial of the referrer. Null if the program hides it, if unknown, if not written like a name, or if only unsigned browser calls said it.',
      ),
    ),
    appliesUntil: nullable(time('When the code expires; null if it does not expire.')),
    texts: OfferTexts,
  },
  {
    title: 'OpenCode',
    description: 'The public information about a code. `reward` is the friend’s reward.',
  },
)
export type OpenCode = ShapeOf<typeof OpenCode>

export const ReferralCode = Type.Object(
  {
    code: Type.String({ description: 'The referral code, in upper case.' }),
    disabled: Type.Boolean({ description: 'Whether the code is disabled.' }),
    dateExpires: nullable(time('When the code expires; null if it does not expire.')),
    accountId: Type.String({ description: 'Your ID for the account that owns the code.' }),
    userId: Type.String({ description: 'Your ID for the user who owns the code.' }),
    dateCreated: time('When the code was created.'),
  },
  {
    title: 'ReferralCode',
    description: 'A referral code with its owner and its state.',
  },
)
export type ReferralCode = ShapeOf<typeof ReferralCode>

export const UserCode = Type.Object(
  {
    code: Type.String({ description: 'The referral code, in upper case.' }),
    current: Type.Boolean({ description: 'Whether it is the code that the user shares now.' }),
    disabled: Type.Boolean({ description: 'Whether the code is disabled.' }),
    dateExpires: nullable(time('When the code expires; null if it does not expire.')),
    dateCreated: time('When the user got the code.'),
  },
  { title: 'UserCode', description: 'A code that a user has, or had before.' },
)
export type UserCode = ShapeOf<typeof UserCode>
