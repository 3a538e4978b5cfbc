import { BillingStory } from '@goodword/server/testing/processor/billing-story'
import { billsBy, times } from '@goodword/server/testing/processor/scenarios/bill-table'
import { describeBills } from '@goodword/server/testing/processor/scenarios/describe-bills'
import { startTestService } from '@goodword/server/testing/test-service'

const YEARLY = { plan: 'yearly', discount: '30.00' }

const service = await startTestService()
const story = await BillingStory.begin(service, 24, {
  plans: [
    { id: 'monthly', price: '30.00' },
    { id: 'quarterly', price: '90.00', billingFrequency: 3 },
    { id: 'yearly', price: '300.00', billingFrequency: 12 },
    { id: 'two_yearly', price: '600.00', billingFrequency: 24 },
  ],
})

await describeBills('through three years of a program with 10 % for 24 months', {
  story,
  until: '2043-03-02',
  scenarios: [
    {
      name: 'a friend who is billed on the 31st has it on 24 bills, with a leap day and without one',
      acts: {
        '2040-01-31': (it) => it.pair({ discount: '3.00' }, null),
      },
      bills: { bob: billsBy({ from: '2040-01-31', price: 3000, off: [...times(24, 300), ...times(14, 0)] }) },
    },
    {
      name: 'a referrer who is billed on the 30th has it on the 24 bills after the conversion',
      acts: {
        '2040-03-30': (it) => it.pair(YEARLY),
      },
      bills: {
        ada: billsBy({ from: '2040-03-30', price: 3000, off: [0, ...times(24, 300), ...times(11, 0)] }),
      },
    },
    {
      name: 'a friend with a yearly plan from a leap day on has it on two bills',
      acts: {
        '2040-02-29': (it) => it.pair(YEARLY, null),
      },
      bills: {
        bob: billsBy({ from: '2040-02-29', price: 30_000, off: [3000, 3000, 0, 0], everyMonths: 12 }),
      },
    },
    {
      name: 'a referrer with a yearly plan and a friend a year has those of the last two years on each bill',
      acts: {
        '2040-01-31': (it) => it.referrer('ada', { plan: 'yearly' }),
        '2040-02-10': (it) => it.friend('bob', 'ada', YEARLY),
        '2041-02-10': (it) => it.friend('cyd', 'ada', YEARLY),
        '2042-02-10': (it) => it.friend('dan', 'ada', YEARLY),
      },
      bills: {
        ada: billsBy({ from: '2040-01-31', price: 30_000, off: [0, 3000, 6000, 6000], everyMonths: 12 }),
      },
    },
    {
      name: 'a friend with a quarterly plan has it on eight bills',
      acts: {
        '2040-01-31': (it) => it.pair({ plan: 'quarterly', discount: '9.00' }, null),
      },
      bills: {
        bob: billsBy({
          from: '2040-01-31',
          price: 9000,
          off: [...times(8, 900), ...times(5, 0)],
          everyMonths: 3,
        }),
      },
    },
    {
      name: 'a friend with a bill every two years has it on the first one',
      acts: {
        '2040-01-31': (it) => it.pair({ plan: 'two_yearly', discount: '60.00' }, null),
      },
      bills: { bob: billsBy({ from: '2040-01-31', price: 60_000, off: [6000, 0], everyMonths: 24 }) },
    },
    {
      name: 'a friend who leaves after twenty months takes it off the bills of the referrer from then on',
      acts: {
        '2040-01-31': (it) => it.referrer('ada', { plan: 'quarterly' }),
        '2040-02-10': (it) => it.friend('bob', 'ada', YEARLY),
        '2041-10-10': (it) => it.cancel('bob'),
      },
      bills: {
        ada: billsBy({
          from: '2040-01-31',
          price: 9000,
          off: [0, ...times(6, 900), ...times(6, 0)],
          everyMonths: 3,
        }),
      },
    },
  ],
})
