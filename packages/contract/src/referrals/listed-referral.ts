import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, price } from '../frame/values.ts'
import { Referral } from './referral.ts'

/** The number of others in a cluster that an entry of the queue counts up to. */
export const MAX_OTHERS_COUNTED = 100

/** An amount in the currency of the program. */
export const ProgramAmount = Type.Object(
  {
    amount: price('The amount.'),
    currency: Type.String({ description: 'The currency of the program.', examples: ['EUR'] }),
  },
  { title: 'ProgramAmount', description: 'An amount in the currency of the program.' },
)

export const ListedReferral = Type.Object(
  {
    ...Referral.properties,
    amountAtStake: nullable(ProgramAmount),
    othersInCluster: nullable(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OTHERS_COUNTED,
        description: `Of the queue (\`waitsFor=DECISION\`, \`sort=amountAtStake\` or \`cluster\`) how many others wait around it, counted up to ${MAX_OTHERS_COUNTED}: \`cluster\` lists them. Null in any other list.`,
      }),
    ),
  },
  {
    title: 'ListedReferral',
    description:
      'A referral in a list. `amountAtStake` is what an approval of its waiting sides is worth, for a referral that waits for staff: estimated when it was held and once a day, at the price that the account pays, a percentage without an end for 12 months. It is null without a known value in the currency of the program.',
  },
)
export type ListedReferral = ShapeOf<typeof ListedReferral>
