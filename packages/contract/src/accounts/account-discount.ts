import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { credit, nullable, percent, presentableName, price, sumOfPercents } from '../frame/values.ts'

export const CreditBalance = Type.Object(
  {
    unit: Type.String({ description: 'A currency code or a custom unit.' }),
    available: credit('Available balance.'),
  },
  { title: 'CreditBalance', description: 'The available balance of one unit of credit.' },
)

export const AccountDiscount = Type.Object(
  {
    accountId: Type.String({ description: 'Your ID for the account.' }),
    discountPercentage: percent('Total discount on the next bill, capped at 100.'),
    referredDiscountPercent: sumOfPercents('The part earned by being referred.'),
    referrerDiscountPercent: sumOfPercents('The part earned by referring others.'),
    uncappedPercentage: sumOfPercents('The sum of all percentages before the cap.'),
    discountId: Type.String({
      description: 'ID of the discount at the payment processor to inherit from.',
      examples: ['referral_discount'],
    }),
    referrerName: nullable(
      presentableName(
        'First name and last initial of the referrer. Null if unknown, if not written like a name, or if only unsigned browser calls said it.',
      ),
    ),
    credits: Type.Array(CreditBalance, { description: 'Balance of each unit, including time credits.' }),
    discountAmount: Type.Optional(
      price('The discount as an amount, rounded half up. Present only if the request had `value`.'),
    ),
    currency: Type.Optional(Type.String({ description: 'Currency of `discountAmount`.' })),
    couponApplies: Type.Optional(
      Type.Boolean({
        description:
          'Whether the requested code applies to this account. Present only if the request had `couponCode`; after `POST discount` only if the processor responded in time, or the code does not apply.',
      }),
    ),
    reason: Type.Optional(
      Type.String({
        description: 'Why the code does not apply. Present only if `couponApplies` is false.',
        examples: ['ALREADY_REFERRED'],
      }),
    ),
  },
  {
    title: 'AccountDiscount',
    description: 'The discounts and credits that apply to an account’s next bill.',
  },
)
export type AccountDiscount = ShapeOf<typeof AccountDiscount>
