import { Type } from 'typebox'
import { RewardSpec } from './reward.ts'
import type { ShapeOf } from './shape.ts'
import { nullable, percent, time } from './values.ts'

export const CouponInformation = Type.Object(
  {
    code: Type.String({ description: 'The referral code, upper case.' }),
    couponCode: Type.String({
      description: 'The same code, under the name that `POST discount` takes it by.',
    }),
    discountPercentage: percent(
      'What the friend gets off each bill; 0 when the friend’s reward is no percentage.',
    ),
    discountId: Type.String({
      description: 'The discount at the payment processor to inherit from.',
      examples: ['referral_discount'],
    }),
    referrerName: nullable(
      Type.String({ description: 'First name and last initial of whoever shares the code, if known.' }),
    ),
    reward: nullable(RewardSpec),
    dateCreated: time('When the code was made.'),
  },
  {
    title: 'CouponInformation',
    description: 'What a code is worth to a friend. `reward` is what the friend gets.',
  },
)
export type CouponInformation = ShapeOf<typeof CouponInformation>

export const OpenCode = Type.Object(
  {
    code: Type.String({ description: 'The referral code, upper case.' }),
    discountPercentage: percent(
      'What the friend gets off each bill; 0 when the friend’s reward is no percentage.',
    ),
    reward: nullable(RewardSpec),
    referrerName: nullable(
      Type.String({
        description:
          'First name and last initial of whoever shares the code; null if unknown or if the program hides it.',
      }),
    ),
  },
  {
    title: 'OpenCode',
    description: 'What anybody may know of a code. `reward` is what the friend gets.',
  },
)
export type OpenCode = ShapeOf<typeof OpenCode>

export const ReferralCode = Type.Object(
  {
    code: Type.String({ description: 'The referral code, upper case.' }),
    disabled: Type.Boolean({ description: 'Whether it is switched off.' }),
    dateExpires: nullable(time('From when on it no longer works; null if it does not expire.')),
    accountId: Type.String({ description: 'Your id of the account that shares it.' }),
    userId: Type.String({ description: 'Your id of the user who shares it.' }),
    dateCreated: time('When the code was made.'),
  },
  {
    title: 'ReferralCode',
    description: 'A referral code, whose it is, and whether it works.',
  },
)
export type ReferralCode = ShapeOf<typeof ReferralCode>
