import type { Scenario } from '../play-scenarios.ts'

const YEARLY = { plan: 'yearly', discount: '30.00' }
const USD = { type: 'CREDIT', unit: 'USD' }

/** Rewards are moderated, given by hand, and meet bills that are not paid. */
export const rewards: readonly Scenario[] = [
  {
    name: 'a referral that is denied takes nothing off until it is approved, and then all that is left of its months',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00' })
      },
      '2040-02-10': (it) => it.moderate('bob', 'DENY'),
      '2040-03-10': (it) => it.moderate('bob', 'APPROVE'),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |   3.00 |  27.00
`,
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |        |  30.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a referral that is denied in the trial takes nothing off the bills after it',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00', trialDays: 29 })
      },
      '2040-02-10': (it) => it.moderate('bob', 'DENY'),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |        |  30.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
      bob: `
2040-02-29 |        |  30.00
2040-03-29 |        |  30.00
2040-04-29 |        |  30.00
2040-05-29 |        |  30.00
`,
    },
  },
  {
    name: 'a referrer’s side that is pending waits with its months, and the friend keeps the discount',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00' })
      },
      '2040-02-10': (it) => it.moderate('bob', 'PEND_REFERRER'),
      '2040-03-10': (it) => it.moderate('bob', 'APPROVE_REFERRER'),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |   3.00 |  27.00
`,
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
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
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   6.00 |  24.00
2040-04-30 |   6.00 |  24.00
2040-05-31 |   3.00 |  27.00
`,
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
      ada: `
2040-01-31 |        |  30.00
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
        await it.friend('bob', 'ada', YEARLY)
        await it.give('ada', { ...USD, credit: 4000 })
      },
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-03-31 |  16.00 |  14.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
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
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
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
