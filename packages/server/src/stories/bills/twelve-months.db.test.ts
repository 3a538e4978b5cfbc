import { BillingStory } from '../../testing/processor/billing-story.ts'
import { billsBy, times } from '../../testing/processor/scenarios/bill-table.ts'
import { describeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import type { Scenario } from '../../testing/processor/scenarios/play-scenarios.ts'
import { startTestService } from '../../testing/test-service.ts'

const PRICE = 3000
const discount = '3.00'
/** The plan of friends whose own bills do not matter. */
const YEARLY = { plan: 'yearly', discount: '30.00' }

/** 10 % for twelve months on both sides. */
const scenarios: readonly Scenario[] = [
  {
    name: 'a friend who is billed on the 31st has the discount on twelve bills',
    acts: {
      '2040-01-31': (it) => it.pair({ discount }, null),
    },
    bills: { bob: billsBy({ from: '2040-01-31', price: PRICE, off: [...times(12, 300), 0, 0, 0, 0] }) },
  },
  {
    name: 'a friend who subscribes on the leap day has the discount on twelve bills',
    acts: {
      '2040-02-29': (it) => it.pair({ discount }, null),
    },
    bills: { bob: billsBy({ from: '2040-02-29', price: PRICE, off: [...times(12, 300), 0, 0, 0] }) },
  },
  {
    name: 'a referrer who is billed on the 31st has it on twelve bills after a conversion before the bill of February',
    acts: {
      '2040-01-31': (it) => it.referrer('ada'),
      '2040-02-28': (it) => it.friend('bob', 'ada', YEARLY),
    },
    bills: { ada: billsBy({ from: '2040-01-31', price: PRICE, off: [0, ...times(12, 300), 0, 0, 0] }) },
  },
  {
    name: 'a referrer who is billed on the 31st has it on twelve bills after a conversion after the bill of February',
    acts: {
      '2040-01-31': (it) => it.referrer('ada'),
      '2040-02-29': (it) => it.friend('bob', 'ada', YEARLY),
    },
    bills: { ada: billsBy({ from: '2040-01-31', price: PRICE, off: [0, 0, ...times(12, 300), 0, 0] }) },
  },
  {
    name: 'a referrer who is billed on the 30th has it on twelve bills after a conversion on the day of a bill',
    acts: {
      '2040-03-30': (it) => it.pair({ discount }),
    },
    bills: {
      ada: billsBy({ from: '2040-03-30', price: PRICE, off: [0, ...times(12, 300), 0] }),
      bob: billsBy({ from: '2040-03-30', price: PRICE, off: [...times(12, 300), 0, 0] }),
    },
  },
  {
    name: 'a referrer who is billed on the 29th has it on twelve bills after a conversion on the leap day',
    acts: {
      '2040-02-29': (it) => it.pair(YEARLY),
    },
    bills: { ada: billsBy({ from: '2040-02-29', price: PRICE, off: [0, ...times(12, 300), 0, 0] }) },
  },
  {
    name: 'a friend with a yearly plan has it on the first bill, and none on that of the next year',
    acts: {
      '2040-02-29': (it) => it.pair({ discount: '30.00', plan: 'yearly' }, null),
    },
    bills: { bob: billsBy({ from: '2040-02-29', price: 30_000, off: [3000, 0], everyMonths: 12 }) },
  },
  {
    name: 'a referrer with a yearly plan has it on the bill of the next year',
    acts: {
      '2040-02-15': (it) => it.referrer('ada', { plan: 'yearly' }),
      '2040-02-29': (it) => it.friend('bob', 'ada', YEARLY),
    },
    bills: { ada: billsBy({ from: '2040-02-15', price: 30_000, off: [0, 3000], everyMonths: 12 }) },
  },
  {
    name: 'a friend with a quarterly plan has it on four bills',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '9.00', plan: 'quarterly' }, null),
    },
    bills: {
      bob: billsBy({ from: '2040-01-31', price: 9000, off: [...times(4, 900), 0, 0], everyMonths: 3 }),
    },
  },
  {
    name: 'a referrer with a quarterly plan has it on the four bills after the conversion',
    acts: {
      '2040-01-31': (it) => it.referrer('ada', { plan: 'quarterly' }),
      '2040-02-15': (it) => it.friend('bob', 'ada', YEARLY),
    },
    bills: {
      ada: billsBy({ from: '2040-01-31', price: 9000, off: [0, ...times(4, 900), 0], everyMonths: 3 }),
    },
  },
  {
    name: 'a friend with a bill each half year has it on two bills',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '15.00', plan: 'half_yearly' }, null),
    },
    bills: {
      bob: billsBy({ from: '2040-01-31', price: 15_000, off: [1500, 1500, 0], everyMonths: 6 }),
    },
  },
]

const plans = [
  { id: 'monthly', price: '30.00' },
  { id: 'yearly', price: '300.00', billingFrequency: 12 },
  { id: 'quarterly', price: '90.00', billingFrequency: 3 },
  { id: 'half_yearly', price: '150.00', billingFrequency: 6 },
]

const service = await startTestService()
const story = await BillingStory.begin(service, 12, { plans })

await describeBills('in a program with 10 % for twelve months', {
  story,
  scenarios,
  until: '2041-05-02',
})
