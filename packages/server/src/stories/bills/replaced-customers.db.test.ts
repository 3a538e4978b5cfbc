import { afterAll } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { billsBy, monthly } from '../../testing/processor/scenarios/bill-table.ts'
import { describeBills, describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import type { Scenario } from '../../testing/processor/scenarios/play-scenarios.ts'
import type { ScenarioActions } from '../../testing/processor/scenarios/scenario-actions.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

// Both sides have 10 % off three bills. What the merchant subscribes a friend with after it looked the code up is `looked`; what
// becomes of a bill that was made without the discount, before its customer was linked, is `missed`.

function scenarios<Subscribing extends object>(
  looked: Subscribing,
  missed: { readonly name: string; readonly wrong: NonNullable<Scenario['wrong']> },
): readonly Scenario<ScenarioActions<Subscribing>>[] {
  const begin = async (it: ScenarioActions<Subscribing>) => {
    await it.referrer('ada')
    await it.friend('bob', 'ada', looked)
  }
  const ada = monthly(0, 300, 300, 300, 0)
  const bob = monthly(300)
  const again = billsBy({ from: '2040-02-10', price: 3000, off: [300, 300, 0, 0, 0] })
  return [
    {
      name: 'a friend whose customer was deleted has the bills that are left with the customer that accountsync names',
      acts: {
        '2040-01-31': begin,
        '2040-02-10': async (it) => {
          await it.deleteCustomer('bob')
          await it.comeBack('bob', 'bob_again', null, looked)
        },
      },
      bills: { ada, bob, bob_again: again },
    },
    {
      name: 'a friend who cancelled and comes back within a day has the bills that are left with the customer that discount names',
      acts: {
        '2040-01-31': begin,
        '2040-02-10T01:00': (it) => it.cancel('bob'),
        '2040-02-10': (it) => it.comeBack('bob', 'bob_again', 'ada', looked),
      },
      bills: { ada, bob, bob_again: again },
    },
    {
      name: 'a friend who subscribed twice has the bills that are left with the customer that stays after the other is deleted',
      acts: {
        '2040-01-31': begin,
        '2040-02-10': async (it) => {
          await it.customer('bob_again', looked)
          await it.deleteCustomer('bob')
          await it.linkAs('bob', 'bob_again', null)
        },
      },
      bills: { ada, bob, bob_again: again },
    },
    {
      name: `a referrer whose customer was deleted has the bills that are left with the new customer, of which the one from before the link ${missed.name}`,
      acts: {
        '2040-01-31': begin,
        '2040-03-10': async (it) => {
          await it.deleteCustomer('ada')
          await it.comeBack('ada', 'ada_again', null)
        },
      },
      bills: {
        ada: monthly(0, 300),
        ada_again: billsBy({ from: '2040-03-10', price: 3000, off: [0, 300, 0, 0] }),
      },
      wrong: missed.wrong,
    },
    {
      name: 'a friend who has had all bills and comes back within a day gets nothing off the first bill of the new customer',
      acts: {
        '2040-01-31': begin,
        '2040-04-10T01:00': (it) => it.cancel('bob'),
        '2040-04-10': (it) => it.comeBack('bob', 'bob_again', null),
      },
      bills: {
        bob: monthly(300, 300, 300),
        bob_again: billsBy({ from: '2040-04-10', price: 3000, off: [0, 0, 0] }),
      },
    },
    {
      name: 'a friend who comes back after three days pays in full with the new customer, because the referral has ended',
      acts: {
        '2040-01-31': begin,
        '2040-02-10': (it) => it.deleteCustomer('bob'),
        '2040-02-13': (it) => it.comeBack('bob', 'bob_again', 'ada'),
      },
      bills: {
        ada: monthly(0, 0, 0, 0, 0),
        bob,
        bob_again: billsBy({ from: '2040-02-13', price: 3000, off: [0, 0, 0, 0, 0] }),
      },
    },
  ]
}

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())
const until = '2040-06-15'
await describeBills('customers of Braintree that are replaced', {
  story: await BillingStory.begin(service, 3),
  scenarios: scenarios({ discount: '3.00' }, { name: 'is wrong', wrong: { ada_again: ['2040-03-10'] } }),
  until,
})
await describeStripeBills('customers of Stripe that are replaced', {
  story: await StripeStory.begin(service, sandbox, { months: 3 }),
  scenarios: scenarios({ percent: 10 }, { name: 'is credited', wrong: {} }),
  until,
})
