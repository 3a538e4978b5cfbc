import type { Scenario } from '../play-scenarios.ts'
import type { StripeActions } from '../stripe-actions.ts'

const USD = { type: 'CREDIT', unit: 'USD' }

/** Credit in money is an item of the draft of each bill. A bill of nothing is one as well. */
export const credits: readonly Scenario<StripeActions>[] = [
  {
    name: 'credit is taken off one bill after another until it is used up',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.give('ada', { ...USD, credit: 7500 })
      },
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |  30.00 |   0.00
2040-03-31 |  30.00 |   0.00
2040-04-30 |  15.00 |  15.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'credit is taken off what the percentage leaves of a bill',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { percent: 10, plan: 'yearly' })
        await it.give('ada', { ...USD, credit: 4000 })
      },
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |  30.00 |   0.00
2040-03-31 |  16.00 |  14.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
    },
  },
]
