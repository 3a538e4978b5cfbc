import { afterAll } from 'vitest'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { billsBy, times } from '../../testing/processor/scenarios/bill-table.ts'
import { describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import type { Scenario } from '../../testing/processor/scenarios/play-scenarios.ts'
import type { StripeActions } from '../../testing/processor/scenarios/stripe-actions.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const PRICE = 3000
const percent = 10
/** The plan of friends whose own bills do not matter. */
const YEARLY = { plan: 'yearly', percent }

const FRIENDS = Array.from({ length: 11 }, (_, index) => `friend${index + 1}`)

/** 10 % for twelve months on both sides. Bills have the time of day of the subscription, which is noon. */
const scenarios: readonly Scenario<StripeActions>[] = [
  {
    name: 'a friend who is billed on the 31st has the discount on twelve bills',
    acts: {
      '2040-01-31': (it) => it.pair({ percent }, null),
    },
    bills: { bob: billsBy({ from: '2040-01-31', price: PRICE, off: [...times(12, 300), 0, 0, 0, 0] }) },
  },
  {
    name: 'a friend whose code was not looked up has the first discount back, and it on eleven more bills',
    acts: {
      '2040-01-31': (it) => it.pair({}, null),
    },
    bills: {
      bob: billsBy({ from: '2040-01-31', price: PRICE, off: [0, ...times(11, 300), 0, 0, 0, 0] }).replace(
        '30.00\n',
        '30.00 | refunded 3.00\n',
      ),
    },
  },
  {
    name: 'a friend who subscribes on the leap day has the discount on twelve bills',
    acts: {
      '2040-02-29': (it) => it.pair({ percent }, null),
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
      '2040-02-29T15:00': (it) => it.friend('bob', 'ada', YEARLY),
    },
    bills: { ada: billsBy({ from: '2040-01-31', price: PRICE, off: [0, 0, ...times(12, 300), 0, 0] }) },
  },
  {
    name: 'a conversion while the bill of the referrer is a draft counts from the next bill on',
    acts: {
      '2040-01-31': (it) => it.referrer('ada'),
      '2040-02-29T12:30': (it) => it.friend('bob', 'ada', YEARLY),
    },
    bills: { ada: billsBy({ from: '2040-01-31', price: PRICE, off: [0, 0, ...times(12, 300), 0, 0] }) },
  },
  {
    name: 'a friend on trial has it on the twelve bills after it',
    acts: {
      '2040-01-31': (it) => it.pair({ percent, trialDays: 29 }, null),
    },
    bills: { bob: billsBy({ from: '2040-02-29', price: PRICE, off: [...times(12, 300), 0, 0, 0] }) },
  },
  {
    name: 'a friend with a yearly plan has it on the first bill, and none on that of the next year',
    acts: {
      '2040-02-29': (it) => it.pair(YEARLY, null),
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
      '2040-01-31': (it) => it.pair({ percent, plan: 'quarterly' }, null),
    },
    bills: {
      bob: billsBy({ from: '2040-01-31', price: 9000, off: [...times(4, 900), 0, 0], everyMonths: 3 }),
    },
  },
  {
    name: 'a referrer with a bill each half year has it on the two bills after the conversion',
    acts: {
      '2040-01-31': (it) => it.referrer('ada', { plan: 'half_yearly' }),
      '2040-02-15': (it) => it.friend('bob', 'ada', YEARLY),
    },
    bills: {
      ada: billsBy({ from: '2040-01-31', price: 15_000, off: [0, 1500, 1500], everyMonths: 6 }),
    },
  },
  {
    name: 'eleven friends take all of the bill off and no more, and each of them who leaves gives 10 % back to it',
    acts: {
      '2040-01-31': (it) => it.referrer('ada'),
      ...Object.fromEntries(
        FRIENDS.map((friend, index) => [
          `2040-${String(2 + Math.floor(index / 3)).padStart(2, '0')}-1${index % 3}`,
          (it: StripeActions) => it.friend(friend, 'ada', YEARLY),
        ]),
      ),
      '2040-07-10': (it) => it.cancel('friend1'),
      '2040-08-10': (it) => it.cancel('friend2'),
      '2040-09-10': (it) => it.cancel('friend3'),
    },
    // Three more friends a month; the eleventh makes no difference. Each of those who stay counts for twelve bills.
    bills: {
      ada: billsBy({
        from: '2040-01-31',
        price: PRICE,
        off: [0, 900, 1800, 2700, 3000, 3000, 3000, 2700, 2400, 2400, 2400, 2400, 2400, 2400, 1500, 600],
        withZero: true,
      }),
    },
  },
]

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())
const story = await StripeStory.begin(service, sandbox)

await describeStripeBills('at Stripe, in a program with 10 % for twelve months', {
  story,
  scenarios,
  until: '2041-05-02',
})
