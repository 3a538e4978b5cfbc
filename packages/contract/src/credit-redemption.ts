import { Type } from 'typebox'
import type { ShapeOf } from './shape.ts'
import { credit, recordId } from './values.ts'

export const CreditRedemption = Type.Object(
  {
    creditRedeemed: credit('How much was redeemed: the whole of what was asked for.'),
    creditAvailable: credit('What is left of the unit.'),
    unit: Type.String({ description: 'The unit of both.' }),
    redemptionId: recordId('Our id of the redemption.'),
  },
  { title: 'CreditRedemption', description: 'Credit that was used up in one go.' },
)
export type CreditRedemption = ShapeOf<typeof CreditRedemption>
