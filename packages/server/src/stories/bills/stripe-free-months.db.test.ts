import { afterAll } from 'vitest'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { queuedYear } from '../../testing/processor/scenarios/queue-calendar.ts'
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

await describeStripeBills('at Stripe, with one free month for each friend, one after another', {
  story: await StripeStory.begin(service, sandbox),
  events: { '2040-01-31': (it) => it.setProgram({ referredReward: null, referrerReward: free }) },
  scenarios: [
    queuedYear(
      'five friends, of whom one leaves while waiting, bring a referrer four free months, one after another',
      [
        ...[{ from: '2040-02-03' }, { from: '2040-02-04' }],
        { from: '2040-02-05', until: '2040-03-10' },
        ...[{ from: '2040-02-06' }, { from: '2040-04-07' }],
      ],
      { yearly: { plan: 'yearly' }, withZero: true },
    ),
  ],
  until: '2041-01-02',
})
