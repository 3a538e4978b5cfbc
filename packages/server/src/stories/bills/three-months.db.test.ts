import { BillingStory } from '../../testing/processor/billing-story.ts'
import { describeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { changesByHand } from '../../testing/processor/scenarios/three-months/changes-by-hand.ts'
import { firstBills } from '../../testing/processor/scenarios/three-months/first-bills.ts'
import { people } from '../../testing/processor/scenarios/three-months/people.ts'
import { prices } from '../../testing/processor/scenarios/three-months/prices.ts'
import { returnedPayments } from '../../testing/processor/scenarios/three-months/returned-payments.ts'
import { rewards } from '../../testing/processor/scenarios/three-months/rewards.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const story = await BillingStory.begin(service, 3, {
  plans: [
    { id: 'monthly', price: '30.00' },
    { id: 'team', price: '80.00' },
    { id: 'yearly', price: '300.00', billingFrequency: 12 },
    { id: 'two_bills', price: '30.00', numberOfBillingCycles: 2 },
    { id: 'first_month_free', price: '30.00', discounts: ['all_off_once'] },
  ],
  discounts: [
    { id: 'referral_discount', amount: '1.00' },
    { id: 'ten_off_twice', amount: '10.00', numberOfBillingCycles: 2 },
    { id: 'nearly_all_off_once', amount: '29.00', numberOfBillingCycles: 1 },
    { id: 'all_off_once', amount: '30.00', numberOfBillingCycles: 1 },
  ],
})

await describeBills('in a program with 10 % for three months', {
  story,
  scenarios: [...firstBills, ...changesByHand, ...prices, ...people, ...rewards, ...returnedPayments],
  until: '2040-06-01',
})
