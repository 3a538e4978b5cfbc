import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ProgramAmount } from '../listed-referral.ts'
import { nullable, time } from '../values.ts'

export const readReviewSummary = endpoint({
  name: 'readReviewSummary',
  tag: 'Referrals',
  method: 'GET',
  path: '/review-summary',
  summary: 'Retrieve what waits for a decision in total',
  description:
    'Returns how much waits for your staff, what is at stake of it, how long the oldest has waited, and how long your staff took for their decisions of the last 30 days. `GET referrals?waitsFor=DECISION` lists what waits.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: {
    200: Type.Object(
      {
        referrals: Type.Integer({ minimum: 0, description: 'Referrals with a side that waits for staff.' }),
        referrerSides: Type.Integer({ minimum: 0, description: 'Sides of referrers that wait.' }),
        friendSides: Type.Integer({ minimum: 0, description: 'Sides of friends that wait.' }),
        amountAtStake: ProgramAmount,
        withoutAmount: Type.Integer({
          minimum: 0,
          description: 'Referrals without a known value in the currency of the program.',
        }),
        complete: Type.Boolean({
          description:
            'Whether these are all; false where only the 10,000 referrals with the most at stake are counted.',
        }),
        overdue: Type.Integer({
          minimum: 0,
          description:
            'Referrals that have waited longer than the `reviewDays` of the program, counted up to 10,000.',
        }),
        dateOldestHeld: nullable(
          time('When the side was held that has waited the longest; null without one.'),
        ),
        decisions: Type.Integer({
          minimum: 0,
          description:
            'Referrals about which your staff decided in the last 30 days after a side had waited, counted up to the latest 10,000.',
        }),
        medianTimeToDecideMs: nullable(
          Type.Integer({
            minimum: 0,
            description: 'Half of them took this long or less, in milliseconds; null without a decision.',
          }),
        ),
      },
      { title: 'ReviewSummary', description: 'What waits for a decision of staff in total.' },
    ),
  },
  refusals: [],
  example: {
    answer: {
      referrals: 12,
      referrerSides: 12,
      friendSides: 3,
      amountAtStake: { amount: 431.28, currency: 'EUR' },
      withoutAmount: 1,
      complete: true,
      overdue: 2,
      dateOldestHeld: 1_780_272_000_000,
      decisions: 48,
      medianTimeToDecideMs: 5_400_000,
    },
  },
})
