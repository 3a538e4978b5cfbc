import { examplePrograms } from '@goodword/domain/testing/example-programs'
import { afterAll } from 'vitest'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { exampleCalendar, OWN_PLAN } from '../../testing/processor/scenarios/example-year.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

for (const program of examplePrograms) {
  const { priceMinor: minor, everyMonths } = program
  const plans = { [OWN_PLAN]: { minor, interval: 'month', interval_count: everyMonths } } as const
  await describeStripeBills('at Stripe, a year as the portal shows it', {
    story: await StripeStory.begin(service, sandbox, { plans }),
    ...exampleCalendar(program, {
      withZero: true,
      subscribing: (plan, discount) => ({
        plan,
        ...(discount === null ? {} : { percent: discount.percent }),
      }),
    }),
  })
}
