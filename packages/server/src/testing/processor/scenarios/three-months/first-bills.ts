import type { Scenario } from '../play-scenarios.ts'

/** The friend's first bills. 10 % for three months on both sides, of 30.00 a month. */
export const firstBills: readonly Scenario[] = [
  {
    name: 'a friend whose code was looked up has the discount on three bills',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00' })
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
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a friend whose code was not looked up has the first discount back, and it on two more bills',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', null)
        await it.friend('bob', 'ada')
      },
    },
    bills: {
      bob: `
2040-01-31 |        |  30.00 | refunded 3.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a friend with a first discount that was too small has the rest of it back',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', null)
        await it.friend('bob', 'ada', { discount: '1.00' })
      },
    },
    bills: {
      bob: `
2040-01-31 |   1.00 |  29.00 | refunded 2.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a friend with a first discount that was too large has the right one from the second bill on',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', null)
        await it.friend('bob', 'ada', { discount: '5.00' })
      },
    },
    bills: {
      bob: `
2040-01-31 |   5.00 |  25.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
    wrong: { bob: ['2040-01-31'] },
  },
  {
    name: 'a friend who enters the code within a day of the subscription counts as new',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', null)
        await it.customer('bob')
      },
      '2040-02-01T09:00': (it) => it.link('bob', 'ada'),
    },
    bills: {
      bob: `
2040-01-31 |        |  30.00 | refunded 3.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a customer who enters the code ten days after the first bill is no friend',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.customer('bob')
      },
      '2040-02-10': (it) => it.link('bob', 'ada'),
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
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |        |  30.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'the months of a friend on trial begin with the first bill after it, and the referrer’s then',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00', trialDays: 29 })
      },
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
2040-02-29 |   3.00 |  27.00
2040-03-29 |   3.00 |  27.00
2040-04-29 |   3.00 |  27.00
2040-05-29 |        |  30.00
`,
    },
  },
  {
    name: 'a friend who cancels in the trial pays nothing, and brings the referrer nothing',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00', trialDays: 29 })
      },
      '2040-02-10': (it) => it.cancel('bob'),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |        |  30.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
      bob: '\n\n',
    },
  },
  {
    name: 'a referrer on trial has the discount on the three bills after it',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', { trialDays: 29 })
        await it.friend('bob', 'ada', { discount: '30.00', plan: 'yearly' })
      },
    },
    bills: {
      ada: `
2040-02-29 |   3.00 |  27.00
2040-03-29 |   3.00 |  27.00
2040-04-29 |   3.00 |  27.00
2040-05-29 |        |  30.00
`,
    },
  },
  {
    name: 'a first bill that the merchant gives for free counts among the three of a friend',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', null)
        await it.friend('bob', 'ada', { plan: 'first_month_free' })
      },
    },
    bills: {
      bob: `
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
]
