import { afterAll } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { billsBy } from '../../testing/processor/scenarios/bill-table.ts'
import { describeBills, describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import type { Scenario } from '../../testing/processor/scenarios/play-scenarios.ts'
import type { ScenarioActions } from '../../testing/processor/scenarios/scenario-actions.ts'
import type { TenantActions } from '../../testing/processor/scenarios/tenant-actions.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

const tenPercent = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 3 } as const
const milestones = [
  { friends: 1, reward: { type: 'CREDIT', unit: 'USD', credit: 500 } },
  { friends: 3, reward: { ...tenPercent, discountPercent: 20 } },
  { friends: 5, reward: { type: 'CREDIT', unit: 'USD', credit: 1000 } },
] as const
/** Friends bring nothing but the milestones, so that each amount on a bill of their referrer comes from one of these. */
const events = {
  '2040-01-31': (it: TenantActions) =>
    it.setProgram({ referredReward: tenPercent, referrerReward: null, milestones: [...milestones] }),
}
const until = '2040-07-02'

/** The bills of 31 January to 30 June of a referrer who pays 30.00 a month. */
const adaPays = (...off: readonly number[]) => ({ ada: billsBy({ from: '2040-01-31', price: 3000, off }) })

/** The terms of a friend's subscription at a processor, after the code was looked up. */
type Terms<Subscribing> = { readonly yearly: Subscribing; readonly monthly: Subscribing }

function scenariosOf<Subscribing extends object>({
  yearly,
  monthly,
}: Terms<Subscribing>): readonly Scenario<ScenarioActions<Subscribing>>[] {
  const come = async (it: ScenarioActions<Subscribing>, ...friends: readonly string[]) => {
    for (const friend of friends) await it.friend(friend, 'ada', yearly)
  }
  return [
    {
      name: 'the first, third and fifth friend each bring the referrer what their milestone says',
      acts: {
        '2040-01-31': (it) => it.referrer('ada'),
        '2040-02-10': (it) => come(it, 'bob'),
        '2040-03-10': (it) => come(it, 'cyd', 'dan'),
        '2040-04-10': (it) => come(it, 'fay', 'gus'),
        '2040-04-11': (it) => come(it, 'hal'),
      },
      bills: adaPays(0, 500, 600, 600 + 1000, 600, 0),
    },
    {
      name: 'a milestone whose friend is denied is off the next bill, and back with another friend for the rest of its months',
      acts: {
        '2040-01-31': (it) => it.referrer('ada'),
        '2040-02-10': (it) => come(it, 'bob', 'cyd', 'dan'),
        '2040-03-10': (it) => it.moderate('dan', 'DENY_REFERRER'),
        '2040-04-10': (it) => come(it, 'fay'),
      },
      bills: adaPays(0, 600 + 500, 0, 600, 600, 0),
    },
    {
      name: 'credit of a milestone that a bill has used stays used when the friend is denied, and is not given again',
      acts: {
        '2040-01-31': (it) => it.referrer('ada'),
        '2040-02-10': (it) => come(it, 'bob'),
        '2040-03-10': (it) => it.moderate('bob', 'DENY'),
        '2040-04-10': (it) => come(it, 'cyd'),
      },
      bills: adaPays(0, 500, 0, 0, 0, 0),
    },
    {
      name: 'credit of a milestone that no bill has used yet goes with the refund of the friend’s only payment',
      acts: {
        '2040-01-31': async (it) => {
          await it.referrer('ada')
          await come(it, 'bob', 'cyd', 'dan')
        },
        '2040-03-10': (it) => come(it, 'fay', 'gus'),
        // Braintree does not notify of refunds: the service looks a day after the payment.
        '2040-03-11T08:00': (it) => it.refundLast('gus'),
      },
      bills: adaPays(0, 600 + 500, 600, 600, 0, 0),
    },
    {
      name: 'a friend whose first payment is refunded takes the milestone along until the second one has settled',
      acts: {
        '2040-01-31': (it) => it.referrer('ada'),
        '2040-03-10': async (it) => {
          await come(it, 'bob', 'cyd')
          await it.friend('dan', 'ada', monthly)
        },
        '2040-03-20': (it) => it.refundLast('dan'),
      },
      bills: adaPays(0, 0, 500, 600, 600, 600),
    },
  ]
}

await Promise.all([
  describeBills('at Braintree, in a program with milestones of one, three and five friends', {
    story: await BillingStory.begin(service),
    events,
    scenarios: scenariosOf({ yearly: { plan: 'yearly', discount: '30.00' }, monthly: { discount: '3.00' } }),
    until,
  }),
  describeStripeBills('at Stripe, in a program with milestones of one, three and five friends', {
    story: await StripeStory.begin(service, sandbox),
    events,
    scenarios: scenariosOf({ yearly: { plan: 'yearly', percent: 10 }, monthly: { percent: 10 } }),
    until,
  }),
])
