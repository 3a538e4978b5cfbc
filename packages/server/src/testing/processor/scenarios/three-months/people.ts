import { billsBy, monthly } from '../bill-table.ts'
import type { Scenario } from '../play-scenarios.ts'

const YEARLY = { plan: 'yearly', discount: '30.00' }

/** Friends come and go. */
export const people: readonly Scenario[] = [
  {
    name: 'three friends add up, and the months of each end by themselves',
    acts: {
      '2040-01-31': (it) => it.pair(YEARLY),
      '2040-02-10': (it) => it.friend('cyd', 'ada', YEARLY),
      '2040-03-10': (it) => it.friend('dan', 'ada', YEARLY),
    },
    bills: {
      ada: monthly(0, 600, 900, 900, 300),
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
      bob: monthly(300, 600, 600, 300, 0),
    },
  },
  {
    name: 'a friend who cancels ends the referrer’s discount with the next bill',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00' }),
      '2040-03-10': (it) => it.cancel('bob'),
    },
    bills: {
      ada: monthly(0, 300, 0, 0, 0),
    },
  },
  {
    name: 'a friend who subscribes again within a day goes on with the months',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00' }),
      '2040-02-10': (it) => it.cancel('bob'),
      '2040-02-11T09:00': (it) => it.subscribe('again', 'bob', { discount: '3.00' }),
    },
    bills: {
      ada: monthly(0, 300, 300, 300, 0),
      again: billsBy({ from: '2040-02-11', price: 3000, off: [300, 300, 0, 0] }),
    },
  },
  {
    name: 'a friend who subscribes again after a month is none any more',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00' }),
      '2040-02-10': (it) => it.cancel('bob'),
      '2040-03-10': (it) => it.subscribe('again', 'bob'),
    },
    bills: {
      ada: monthly(0, 0, 0, 0, 0),
      again: billsBy({ from: '2040-03-10', price: 3000, off: [0, 0, 0] }),
    },
  },
  {
    name: 'a friend whose customer is deleted at the processor ends the referrer’s discount',
    acts: {
      '2040-01-31': (it) => it.pair(YEARLY),
      '2040-03-10': (it) => it.deleteCustomer('bob'),
    },
    bills: {
      ada: monthly(0, 300, 0, 0, 0),
    },
  },
  {
    name: 'every subscription of a referrer has the discount of its own price',
    acts: {
      '2040-01-31': (it) => it.pair(YEARLY),
      '2040-02-10': (it) => it.subscribe('second', 'ada', { plan: 'team' }),
    },
    // The merchant subscribed the second one at the full price: the discount is set after its first bill.
    bills: {
      ada: monthly(0, 300, 300, 300, 0),
      second: billsBy({ from: '2040-02-10', price: 8000, off: [0, 800, 800, 0] }),
    },
    wrong: { second: ['2040-02-10'] },
  },
  {
    name: 'a friend whose subscription has had its last bill ends the referrer’s discount',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00', plan: 'two_bills' }),
    },
    // The discount is over when the third bill would be due.
    bills: {
      ada: monthly(0, 300, 300, 0, 0),
      bob: monthly(300, 300),
    },
  },
  {
    name: 'a referrer who cancels and subscribes again has what is left of the months',
    acts: {
      '2040-01-31': (it) => it.pair(YEARLY),
      '2040-02-10': (it) => it.cancel('ada'),
      '2040-03-10': (it) => it.subscribe('again', 'ada'),
    },
    bills: {
      ada: '\n2040-01-31 |        |  30.00\n',
      again: billsBy({ from: '2040-03-10', price: 3000, off: [0, 300, 300] }),
    },
    wrong: { again: ['2040-03-10'] },
  },
]
