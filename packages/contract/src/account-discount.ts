import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { credit, nullable, percent, price, sumOfPercents } from './values.ts'

export const CreditBalance = Type.Object(
  {
    unit: Type.String({ description: 'A currency code or a unit of your own.' }),
    available: credit('What is left to spend.'),
  },
  { title: 'CreditBalance', description: 'What an account may still spend of a unit.' },
)

export const AccountDiscount = Type.Object(
  {
    accountId: Type.String({ description: 'Your id of the account.' }),
    discountPercentage: percent('What to take off the next bill in all, capped at 100.'),
    referredDiscountPercent: sumOfPercents('The part the account has because it was referred.'),
    referrerDiscountPercent: sumOfPercents('The part it has because it referred others.'),
    uncappedPercentage: sumOfPercents('The sum of all its percentages before the cap.'),
    discountId: Type.String({
      description: 'The discount at the payment processor to inherit from.',
      examples: ['referral_discount'],
    }),
    referrerName: nullable(
      Type.String({ description: 'First name and last initial of whoever referred the account.' }),
    ),
    credits: Type.Array(CreditBalance, { description: 'Balance of every unit, time credits included.' }),
    discountAmount: Type.Optional(
      price('The discount on the price asked about, rounded half up; only when `value` was given.'),
    ),
    currency: Type.Optional(Type.String({ description: 'Currency of `discountAmount`.' })),
    couponApplies: Type.Optional(
      Type.Boolean({
        description: 'Whether the code asked about decides this answer; only when `couponCode` was given.',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        description: 'Why the code does not apply; only with `couponApplies: false`.',
        examples: ['ALREADY_REFERRED'],
      }),
    ),
  },
  { title: 'AccountDiscount', description: 'What an account’s rewards come to on its next bill.' },
)
export type AccountDiscount = ShapeOf<typeof AccountDiscount>
