import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable } from '../frame/values.ts'

const amount = (description: string) => Type.Number({ description, examples: [49.9] })

export const YearlyRewards = Type.Object(
  {
    year: Type.Integer({ description: 'Calendar year in the time zone of the program.', examples: [2026] }),
    currency: Type.String({ description: 'ISO 4217 code.', examples: ['EUR'] }),
    credit: amount('The credit that was given, less what was taken back, whether it was used or not.'),
    discounts: amount('What percentages took off the bills that the service has seen.'),
    total: amount('The sum of both.'),
    threshold: nullable(
      Type.Integer({
        description:
          'Threshold of the rule `YEARLY_REWARDS`, in whole units; null while the rule is off, and for other currencies than the program’s.',
        examples: [600],
      }),
    ),
    thresholdReached: Type.Boolean({ description: 'Whether the total is at least the threshold.' }),
  },
  {
    title: 'YearlyRewards',
    description:
      'What rewards came to in a calendar year and a currency, in its major unit. What was got as a friend is not among it.',
  },
)
export type YearlyRewards = ShapeOf<typeof YearlyRewards>
