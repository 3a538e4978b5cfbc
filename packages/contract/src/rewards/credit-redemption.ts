import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { credit, recordId } from '../frame/values.ts'

export const CreditRedemption = Type.Object(
  {
    creditRedeemed: credit('The amount redeemed, which is always the full requested amount.'),
    creditAvailable: credit('The remaining balance of the unit.'),
    unit: Type.String({ description: 'The unit of both amounts.' }),
    redemptionId: recordId('ID of the redemption.'),
  },
  { title: 'CreditRedemption', description: 'One redemption of credit.' },
)
export type CreditRedemption = ShapeOf<typeof CreditRedemption>
