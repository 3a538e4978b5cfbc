import { afterAll } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { billsBy, monthly } from '../../testing/processor/scenarios/bill-table.ts'
import { describeBills, describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import type { Scenario } from '../../testing/processor/scenarios/play-scenarios.ts'
import type { StripeActions } from '../../testing/processor/scenarios/stripe-actions.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

// Three months of a percentage are three bills, whatever comes between them. Friends pay by the year where only the referrer matters.

const seconds = (day: string) => Date.parse(`${day}T06:00Z`) / 1000
const YEARLY = { plan: 'yearly', percent: 10 }

const join = (it: StripeActions) => it.pair({ percent: 10 }, null)

const atStripe: readonly Scenario<StripeActions>[] = [
  {
    name: 'a referrer who is in a trial when the friend converts has the three bills after it',
    acts: {
      '2040-01-31': (it) => it.pair(YEARLY, { trialDays: 90 }),
    },
    bills: {
      ada: billsBy({ from: '2040-04-30', price: 3000, off: [300, 300, 300, 0, 0] }),
    },
  },
  {
    name: 'a referrer who is given free time after the conversion has three bills',
    acts: {
      '2040-01-31': (it) => it.pair(YEARLY),
      '2040-03-10': (it) => it.update('ada', { trial_end: seconds('2040-05-15') }),
    },
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-05-15 |   3.00 |  27.00
2040-06-15 |   3.00 |  27.00
2040-07-15 |        |  30.00
2040-08-15 |        |  30.00
`,
    },
  },
  {
    name: 'a friend who is given two free months after the first bill has three bills',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.update('bob', { trial_end: seconds('2040-04-30') }),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-30 |   3.00 |  27.00
2040-06-30 |        |  30.00
2040-07-30 |        |  30.00
2040-08-30 |        |  30.00
`,
    },
  },
  {
    name: 'a friend who has a free plan for two months in between has three bills that are not free',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.change('bob', { plan: 'free' }),
      '2040-04-10': (it) => it.change('bob', { plan: 'monthly' }),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |        |   0.00
2040-03-31 |        |   0.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |   3.00 |  27.00
2040-06-30 |        |  30.00
2040-07-31 |        |  30.00
2040-08-31 |        |  30.00
`,
    },
  },
  {
    name: 'a friend whose billing day is moved after the first bill has three bills',
    acts: {
      '2040-01-31': join,
      // The types of the SDK are of a later version of the API.
      '2040-02-05': (it) => it.update('bob', Object({ billing_cycle_anchor: 'now' })),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-05 |   3.00 |  27.00
2040-03-05 |   3.00 |  27.00
2040-04-05 |        |  30.00
2040-05-05 |        |  30.00
2040-06-05 |        |  30.00
2040-07-05 |        |  30.00
2040-08-05 |        |  30.00
`,
    },
  },
]

const atBraintree: readonly Scenario[] = [
  {
    name: 'a referrer who is in a trial when the friend converts has the three bills after it',
    acts: {
      '2040-01-31': (it) => it.pair({ plan: 'yearly', discount: '30.00' }, { trialDays: 60 }),
    },
    bills: {
      ada: billsBy({ from: '2040-03-31', price: 3000, off: [300, 300, 300, 0, 0, 0] }),
    },
  },
  {
    name: 'a friend who is billed on another day after subscribing anew has three bills in all',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00' }, null),
      '2040-03-15': async (it) => {
        await it.subscribe('anew', 'bob', { discount: '3.00' })
        await it.cancel('bob')
      },
    },
    bills: {
      bob: monthly(300, 300),
      anew: billsBy({ from: '2040-03-15', price: 3000, off: [300, 0, 0, 0, 0, 0] }),
    },
  },
]

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())
const free = { minor: 0, interval: 'month' } as const
const until = '2040-09-02'

await Promise.all([
  describeBills('at Braintree, three months', {
    story: await BillingStory.begin(service, 3),
    scenarios: atBraintree,
    until,
  }),
  describeStripeBills('at Stripe, three months', {
    story: await StripeStory.begin(service, sandbox, { months: 3, plans: { free } }),
    scenarios: atStripe,
    until,
  }),
])
