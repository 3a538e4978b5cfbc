import { afterAll } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { billsBy } from '../../testing/processor/scenarios/bill-table.ts'
import { describeBills, describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import type { Scenario } from '../../testing/processor/scenarios/play-scenarios.ts'
import { MONTH_ENDS, queuedYear, queueOnPaper } from '../../testing/processor/scenarios/queue-calendar.ts'
import type { ScenarioActions } from '../../testing/processor/scenarios/scenario-actions.ts'
import type { StripeActions } from '../../testing/processor/scenarios/stripe-actions.ts'
import type { TenantActions } from '../../testing/processor/scenarios/tenant-actions.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

const free = {
  type: 'PCT_DISCOUNT',
  discountPercent: 100,
  monthsDiscountIsValid: 1,
  stacking: 'QUEUE',
} as const
/** Each friend brings one free month, one after another, and has nothing. */
const events = {
  '2040-01-31': (it: TenantActions) => it.setProgram({ referredReward: null, referrerReward: free }),
}
const until = '2040-10-02'
/** When the last free month is over, nothing changes any more. */
const BILLS = MONTH_ENDS.slice(0, 9)
const FIVE = ['2040-02-03', '2040-02-04', '2040-02-05', '2040-02-06', '2040-02-07']
const on = (...days: readonly string[]) => days.map((from) => ({ from }))

function years<Subscribing extends object>(played: {
  readonly yearly: Subscribing
  readonly withZero: boolean
  readonly bills: typeof BILLS
}): readonly Scenario<ScenarioActions<Subscribing>>[] {
  return [
    queuedYear('five friends in one week give five free months, one after another', on(...FIVE), played),
    queuedYear(
      'five friends, one a month, give a free month each on the bill after they came',
      on('2040-02-10', '2040-03-10', '2040-04-10', '2040-05-10', '2040-06-10'),
      played,
    ),
    queuedYear(
      'two friends, none for months, and three more give two free months and later three',
      on('2040-02-10', '2040-02-11', '2040-06-10', '2040-06-11', '2040-06-12'),
      played,
    ),
    queuedYear(
      'five friends who come while others still wait are queued behind these',
      on('2040-02-10', '2040-02-11', '2040-03-10', '2040-04-10', '2040-04-11'),
      played,
    ),
    queuedYear(
      'a friend who leaves while waiting takes a free month along, and those behind move up',
      [
        { from: '2040-02-03' },
        { from: '2040-02-04' },
        { from: '2040-02-05', until: '2040-03-10' },
        ...on('2040-02-06', '2040-02-07'),
      ],
      played,
    ),
    queuedYear(
      'friends who leave after their free month take nothing back, and one who leaves first gives none',
      [
        { from: '2040-02-03', until: '2040-02-10' },
        { from: '2040-02-04', until: '2040-04-10' },
        { from: '2040-02-05', until: '2040-05-10' },
        ...on('2040-02-06', '2040-02-07'),
      ],
      played,
    ),
  ]
}

const yearlyAtStripe = { plan: 'yearly' } as const
async function bringFive(it: StripeActions): Promise<void> {
  for (const [index] of FIVE.entries()) await it.friend(`friend${index + 1}`, 'ada', yearlyAtStripe)
}

const atStripe: readonly Scenario<StripeActions>[] = [
  ...years({ yearly: yearlyAtStripe, withZero: true, bills: BILLS }),
  {
    name: 'a referrer on trial has the free months on the bills after it',
    acts: {
      '2040-01-31': (it) => it.referrer('ada', { trialDays: 90 }),
      '2040-02-03': bringFive,
    },
    bills: {
      ada: billsBy({
        from: '2040-04-30',
        price: 3000,
        off: [3000, 3000, 3000, 3000, 3000, 0],
        withZero: true,
      }),
    },
  },
  {
    name: 'a referrer who pays by the quarter has a free quarter for each friend',
    acts: {
      '2040-01-31': (it) => it.referrer('ada', { plan: 'quarterly' }),
      '2040-02-03': bringFive,
    },
    bills: {
      ada: billsBy({
        from: '2040-01-31',
        price: 9000,
        off: [0, 9000, 9000],
        everyMonths: 3,
        withZero: true,
      }),
    },
  },
  {
    name: 'another plan between two free months takes none of them, and each is worth the bill that it is on',
    acts: {
      '2040-01-31': (it) => it.referrer('ada'),
      '2040-02-03': bringFive,
      '2040-04-10': (it) => it.change('ada', { plan: 'team' }),
      '2040-06-10': (it) => it.change('ada', { plan: 'monthly' }),
    },
    bills: {
      ada: queueOnPaper(
        on(...FIVE),
        BILLS.map((it) => (it.day === '2040-04-30' || it.day === '2040-05-31' ? { ...it, minor: 8000 } : it)),
        { withZero: true },
      ),
    },
  },
  {
    name: 'a month whose collection is paused uses no free month up',
    acts: {
      '2040-01-31': (it) => it.referrer('ada'),
      '2040-02-03': bringFive,
      '2040-03-10': (it) => it.update('ada', { pause_collection: { behavior: 'void' } }),
      '2040-04-10': (it) => it.update('ada', { pause_collection: '' }),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |  30.00 |   0.00
2040-03-31 |  30.00 |   0.00 | void
2040-04-30 |  30.00 |   0.00
2040-05-31 |  30.00 |   0.00
2040-06-30 |  30.00 |   0.00
2040-07-31 |  30.00 |   0.00
2040-08-31 |        |  30.00
2040-09-30 |        |  30.00
`,
    },
  },
]

const story = await StripeStory.begin(service, sandbox)
await describeStripeBills('at Stripe, with one free month for each friend, one after another', {
  story,
  events,
  scenarios: atStripe,
  until,
})

await describeStripeBills('at Stripe, while every third answer is lost and half of the events come twice', {
  story: await StripeStory.begin(service, sandbox),
  events: {
    '2040-01-31': async (it: TenantActions) => {
      await it.setProgram({ referredReward: null, referrerReward: free })
      await it.disturb()
    },
  },
  outcomes: ['succeeded', 'rescheduled', 'retried'],
  scenarios: years({ yearly: yearlyAtStripe, withZero: true, bills: BILLS }),
  until,
})

await describeBills('at Braintree, with one free month for each friend, one after another', {
  story: await BillingStory.begin(service),
  events,
  scenarios: years({ yearly: { plan: 'yearly' }, withZero: false, bills: BILLS }),
  until,
})
