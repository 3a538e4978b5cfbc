import { billsBy } from '../bill-table.ts'
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
      ada: billsBy({ from: '2040-01-31', price: 3000, off: [0, 3000, 3000, 1500, 0], withZero: true }),
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
      ada: billsBy({ from: '2040-01-31', price: 3000, off: [0, 3000, 1600, 300, 0], withZero: true }),
    },
  },
]
