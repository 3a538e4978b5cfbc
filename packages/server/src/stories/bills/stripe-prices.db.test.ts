import { afterAll } from 'vitest'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import type { Scenario } from '../../testing/processor/scenarios/play-scenarios.ts'
import type { StripeActions } from '../../testing/processor/scenarios/stripe-actions.ts'
import { currencies } from '../../testing/processor/scenarios/three-months-at-stripe/currencies.ts'
import { prices } from '../../testing/processor/scenarios/three-months-at-stripe/prices.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const percent = 10

const rhythms: readonly Scenario<StripeActions>[] = [
  {
    name: 'a friend who is billed each week has it on the bills of three calendar months',
    acts: {
      '2040-01-31': (it) => it.pair({ plan: 'weekly', percent }, null),
    },
    // The first bill that is not within three months of 31 January is that of 1 May.
    bills: {
      bob: `
2040-01-31 |   0.70 |   6.29
2040-02-07 |   0.70 |   6.29
2040-02-14 |   0.70 |   6.29
2040-02-21 |   0.70 |   6.29
2040-02-28 |   0.70 |   6.29
2040-03-06 |   0.70 |   6.29
2040-03-13 |   0.70 |   6.29
2040-03-20 |   0.70 |   6.29
2040-03-27 |   0.70 |   6.29
2040-04-03 |   0.70 |   6.29
2040-04-10 |   0.70 |   6.29
2040-04-17 |   0.70 |   6.29
2040-04-24 |   0.70 |   6.29
2040-05-01 |        |   6.99
2040-05-08 |        |   6.99
2040-05-15 |        |   6.99
2040-05-22 |        |   6.99
2040-05-29 |        |   6.99
`,
    },
  },
]

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())
const story = await StripeStory.begin(service, sandbox, {
  months: 3,
  plans: {
    odd: { minor: 9_99, interval: 'month' },
    tea: { minor: 9_95, interval: 'month' },
    milk: { minor: 2_55, interval: 'month' },
    weekly: { minor: 6_99, interval: 'week' },
    monthly_kwd: { minor: 7_550, interval: 'month', currency: 'kwd' },
    monthly_jpy: { minor: 19_95, interval: 'month', currency: 'jpy' },
    // In hundredths, and in whole ariary.
    monthly_isk: { minor: 1995_00, interval: 'month', currency: 'isk' },
    monthly_ugx: { minor: 35_555_00, interval: 'month', currency: 'ugx' },
    monthly_mga: { minor: 45_555, interval: 'month', currency: 'mga' },
  },
  coupons: {
    five_off_once: { amount_off: 5_00, currency: 'usd', duration: 'once' },
    fifth_off: { percent_off: 20, duration: 'forever' },
  },
})

await describeStripeBills(
  'at Stripe, with prices and currencies of many kinds, in a program with 10 % for three months',
  {
    story,
    scenarios: [...prices, ...currencies, ...rhythms],
    until: '2040-06-02',
  },
)
