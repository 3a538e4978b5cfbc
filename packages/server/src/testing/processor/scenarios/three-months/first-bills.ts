import { billsBy, monthly, withRefund } from '../bill-table.ts'
import type { Scenario } from '../play-scenarios.ts'

/** The friend's first bills. 10 % for three months on both sides, of 30.00 a month. */
export const firstBills: readonly Scenario[] = [
  {
    name: 'a friend whose code was looked up has the discount on three bills',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00' }),
    },
    bills: {
      ada: monthly(0, 300, 300, 300, 0),
      bob: monthly(300, 300, 300, 0, 0),
    },
  },
  {
    name: 'a friend whose code was not looked up has the first discount back, and it on two more bills',
    acts: {
      '2040-01-31': (it) => it.pair({}, null),
    },
    bills: {
      bob: withRefund('3.00', monthly(0, 300, 300, 0, 0)),
    },
  },
  {
    name: 'a friend with a first discount that was too small has the rest of it back',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '1.00' }, null),
    },
    bills: {
      bob: withRefund('2.00', monthly(100, 300, 300, 0, 0)),
    },
  },
  {
    name: 'a friend with a first discount that was too large has the right one from the second bill on',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '5.00' }, null),
    },
    bills: {
      bob: monthly(500, 300, 300, 0, 0),
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
      bob: withRefund('3.00', monthly(0, 300, 300, 0, 0)),
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
      ada: monthly(0, 0, 0, 0, 0),
      bob: monthly(0, 0, 0, 0, 0),
    },
  },
  {
    name: 'the months of a friend on trial begin with the first bill after it, and the referrer’s then',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00', trialDays: 29 }),
    },
    bills: {
      ada: monthly(0, 0, 300, 300, 300),
      bob: billsBy({ from: '2040-02-29', price: 3000, off: [300, 300, 300, 0] }),
    },
  },
  {
    name: 'a friend who cancels in the trial pays nothing, and brings the referrer nothing',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00', trialDays: 29 }),
      '2040-02-10': (it) => it.cancel('bob'),
    },
    bills: {
      ada: monthly(0, 0, 0, 0, 0),
      bob: '\n\n',
    },
  },
  {
    name: 'a referrer on trial has the discount on the three bills after it',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '30.00', plan: 'yearly' }, { trialDays: 29 }),
    },
    bills: {
      ada: billsBy({ from: '2040-02-29', price: 3000, off: [300, 300, 300, 0] }),
    },
  },
  {
    name: 'a first bill that the merchant gives for free counts among the three of a friend',
    acts: {
      '2040-01-31': (it) => it.pair({ plan: 'first_month_free' }, null),
    },
    bills: {
      bob: monthly(3000, 300, 300, 0, 0),
    },
  },
]
