import { billsBy, monthly } from '../bill-table.ts'
import type { Scenario } from '../play-scenarios.ts'

const YEARLY = { plan: 'yearly', discount: '30.00' }
const USD = { type: 'CREDIT', unit: 'USD' }

/** Rewards are moderated, given by hand, and meet bills that are not paid. */
export const rewards: readonly Scenario[] = [
  {
    name: 'a referral that is denied takes nothing off until it is approved, and then all that is left of its months',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00' }),
      '2040-02-10': (it) => it.moderate('bob', 'DENY'),
      '2040-03-10': (it) => it.moderate('bob', 'APPROVE'),
    },
    bills: {
      ada: monthly(0, 0, 300, 300, 300),
      bob: monthly(300, 0, 300, 300, 0),
    },
  },
  {
    name: 'a referral that is denied in the trial takes nothing off the bills after it',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00', trialDays: 29 }),
      '2040-02-10': (it) => it.moderate('bob', 'DENY'),
    },
    bills: {
      ada: monthly(0, 0, 0, 0, 0),
      bob: billsBy({ from: '2040-02-29', price: 3000, off: [0, 0, 0, 0] }),
    },
  },
  {
    name: 'a referrer’s side that is pending waits with its months, and the friend keeps the discount',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00' }),
      '2040-02-10': (it) => it.moderate('bob', 'PEND_REFERRER'),
      '2040-03-10': (it) => it.moderate('bob', 'APPROVE_REFERRER'),
    },
    bills: {
      ada: monthly(0, 0, 300, 300, 300),
      bob: monthly(300, 300, 300, 0, 0),
    },
  },
  {
    name: 'a blocked referrer keeps what was given, and has what friends earned meanwhile after the block',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', YEARLY)
        await it.friend('cyd', 'ada', { ...YEARLY, trialDays: 20 })
      },
      '2040-02-10': (it) => it.block('ada'),
      '2040-03-10': (it) => it.unblock('ada'),
    },
    // The second friend paid on 20 February.
    bills: {
      ada: monthly(0, 300, 600, 600, 300),
    },
  },
  {
    name: 'credit is taken off one bill after another until it is used up',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.give('ada', { ...USD, credit: 7500 })
      },
    },
    // The bills of February and March came to nothing.
    bills: {
      ada: monthly(0, 3000, 3000, 1500, 0),
    },
  },
  {
    name: 'credit is taken off what the percentage leaves of a bill',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', YEARLY)
        await it.give('ada', { ...USD, credit: 4000 })
      },
    },
    bills: {
      ada: monthly(0, 3000, 1600, 300, 0),
    },
  },
  {
    name: 'a bill that is declined and paid by a retry counts once',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00' })
        await it.declineNext('bob')
      },
    },
    bills: {
      ada: monthly(0, 300, 300, 300, 0),
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  27.00 | processor_declined
2040-03-10 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
]
