import { examplePrograms } from '@goodword/domain/testing/example-programs'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { describeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { exampleCalendar, FRIENDS_PLAN, OWN_PLAN } from '../../testing/processor/scenarios/example-year.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

for (const program of examplePrograms) {
  const plans = [
    { id: OWN_PLAN, price: (program.priceMinor / 100).toFixed(2), billingFrequency: program.everyMonths },
    { id: FRIENDS_PLAN.id, price: (FRIENDS_PLAN.minor / 100).toFixed(2), billingFrequency: 12 },
  ]
  await describeBills('at Braintree, a year as the portal shows it', {
    story: await BillingStory.begin(service, 12, { plans }),
    ...exampleCalendar(program, {
      withZero: false,
      subscribing: (plan, discount) => ({
        plan,
        ...(discount === null ? {} : { discount: discount.amount }),
      }),
    }),
  })
}
