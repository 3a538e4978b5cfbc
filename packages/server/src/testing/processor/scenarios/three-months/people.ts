import type { Scenario } from '../play-scenarios.ts'

const YEARLY = { plan: 'yearly', discount: '30.00' }

/** Friends come and go. */
export const people: readonly Scenario[] = [
  {
    name: 'three friends add up, and the months of each end by themselves',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', YEARLY)
      },
      '2040-02-10': (it) => it.friend('cyd', 'ada', YEARLY),
      '2040-03-10': (it) => it.friend('dan', 'ada', YEARLY),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   6.00 |  24.00
2040-03-31 |   9.00 |  21.00
2040-04-30 |   9.00 |  21.00
2040-05-31 |   3.00 |  27.00
`,
    },
  },
  {
    name: 'a friend who refers another one has both discounts',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', null)
        await it.friend('bob', 'ada', { discount: '3.00' })
        await it.share('bob')
      },
      '2040-02-10': (it) => it.friend('cyd', 'bob', YEARLY),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   6.00 |  24.00
2040-03-31 |   6.00 |  24.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a friend who cancels ends the referrer’s discount with the next bill',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00' })
      },
      '2040-03-10': (it) => it.cancel('bob'),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |        |  30.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a friend who subscribes again within a day goes on with the months',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00' })
      },
      '2040-02-10': (it) => it.cancel('bob'),
      '2040-02-11T09:00': (it) => it.subscribe('again', 'bob', { discount: '3.00' }),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
      again: `
2040-02-11 |   3.00 |  27.00
2040-03-11 |   3.00 |  27.00
2040-04-11 |        |  30.00
2040-05-11 |        |  30.00
`,
    },
  },
  {
    name: 'a friend who subscribes again after a month is none any more',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00' })
      },
      '2040-02-10': (it) => it.cancel('bob'),
      '2040-03-10': (it) => it.subscribe('again', 'bob'),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |        |  30.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
      again: `
2040-03-10 |        |  30.00
2040-04-10 |        |  30.00
2040-05-10 |        |  30.00
`,
    },
  },
  {
    name: 'a friend whose customer is deleted at the processor ends the referrer’s discount',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', YEARLY)
      },
      '2040-03-10': (it) => it.deleteCustomer('bob'),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |        |  30.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'every subscription of a referrer has the discount of its own price',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', YEARLY)
      },
      '2040-02-10': (it) => it.subscribe('second', 'ada', { plan: 'team' }),
    },
    // The merchant subscribed the second one at the full price: the discount is set after its first bill.
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
      second: `
2040-02-10 |        |  80.00
2040-03-10 |   8.00 |  72.00
2040-04-10 |   8.00 |  72.00
2040-05-10 |        |  80.00
`,
    },
    wrong: { second: ['2040-02-10'] },
  },
  {
    name: 'a friend whose subscription has had its last bill ends the referrer’s discount',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { discount: '3.00', plan: 'two_bills' })
      },
    },
    // The discount is over when the third bill would be due.
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  27.00
`,
    },
  },
  {
    name: 'a referrer who cancels and subscribes again has what is left of the months',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', YEARLY)
      },
      '2040-02-10': (it) => it.cancel('ada'),
      '2040-03-10': (it) => it.subscribe('again', 'ada'),
    },
    bills: {
      ada: '\n2040-01-31 |        |  30.00\n',
      again: `
2040-03-10 |        |  30.00
2040-04-10 |   3.00 |  27.00
2040-05-10 |   3.00 |  27.00
`,
    },
    wrong: { again: ['2040-03-10'] },
  },
]
