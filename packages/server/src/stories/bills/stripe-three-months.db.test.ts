import { afterAll } from 'vitest'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { billsBy, monthly, withRefund } from '../../testing/processor/scenarios/bill-table.ts'
import { describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import type { Scenario } from '../../testing/processor/scenarios/play-scenarios.ts'
import type { StripeActions } from '../../testing/processor/scenarios/stripe-actions.ts'
import { credits } from '../../testing/processor/scenarios/three-months-at-stripe/credits.ts'
import { returnedPayments } from '../../testing/processor/scenarios/three-months-at-stripe/returned-payments.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const percent = 10
const YEARLY = { plan: 'yearly', percent }

const FRIEND = monthly(300, 300, 300, 0, 0)
const NOTHING = monthly(0, 0, 0, 0, 0)

const join = (it: StripeActions) => it.pair({ percent }, null)

const people: readonly Scenario<StripeActions>[] = [
  {
    name: 'a month whose invoice is voided by a pause is none of the three',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.update('bob', { pause_collection: { behavior: 'void' } }),
      '2040-03-10': (it) => it.update('bob', { pause_collection: '' }),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  27.00 | void
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a referrer has it on the three bills after the conversion',
    acts: {
      '2040-01-31': (it) => it.pair({ percent }),
    },
    bills: {
      ada: monthly(0, 300, 300, 300, 0),
      bob: FRIEND,
    },
  },
  {
    name: 'the months of a friend on trial begin with the first bill after it, and the referrer’s then',
    acts: {
      '2040-01-31': (it) => it.pair({ percent, trialDays: 20 }),
    },
    bills: {
      ada: monthly(0, 300, 300, 300, 0),
      bob: billsBy({ from: '2040-02-20', price: 3000, off: [300, 300, 300, 0] }),
    },
  },
  {
    name: 'a friend who names the code while the first bill is declined converts when it is paid, and has the discount refunded',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.customer('bob', { trialDays: 27 })
      },
      '2040-02-10': (it) => it.useCard('bob', 'pm_card_chargeCustomerFail'),
      '2040-02-28': async (it) => {
        await it.link('bob', 'ada')
        await it.useCard('bob', 'pm_card_visa')
      },
    },
    bills: {
      ada: monthly(0, 0, 300, 300, 300),
      bob: withRefund('3.00', billsBy({ from: '2040-02-27', price: 3000, off: [0, 300, 300, 0] })),
    },
  },
  {
    name: 'a friend who cancels in the trial pays nothing, and brings the referrer nothing',
    acts: {
      '2040-01-31': (it) => it.pair({ percent, trialDays: 29 }),
      '2040-02-10': (it) => it.cancel('bob'),
    },
    bills: { ada: NOTHING, bob: '\n\n' },
  },
  {
    name: 'a friend who cancels, and one whose customer is deleted, end the referrer’s discount',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { percent })
        await it.friend('cyd', 'ada', { percent })
      },
      '2040-03-10': (it) => it.cancel('bob'),
      '2040-04-10': (it) => it.deleteCustomer('cyd'),
    },
    bills: {
      ada: monthly(0, 600, 300, 0, 0),
    },
  },
  {
    name: 'a friend who refers another one has both discounts as one percentage',
    acts: {
      '2040-01-31': async (it) => {
        await join(it)
        await it.share('bob')
      },
      '2040-02-10': (it) => it.friend('cyd', 'bob', YEARLY),
    },
    bills: {
      bob: monthly(300, 600, 600, 300, 0),
    },
  },
  {
    name: 'a referral that is denied takes nothing off until it is approved, and then all that is left of its months',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.moderate('bob', 'DENY'),
      '2040-03-10': (it) => it.moderate('bob', 'APPROVE'),
    },
    bills: {
      bob: monthly(300, 0, 300, 300, 0),
    },
  },
]

const hands: readonly Scenario<StripeActions>[] = [
  {
    name: 'a discount that was removed, or is of another rate, by hand is right on the next bill',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.removeDiscount('bob'),
      '2040-03-10': (it) => it.changeDiscount('bob', 50),
    },
    bills: { bob: FRIEND },
  },
  {
    name: 'a bill that is declined and paid by a retry counts once',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.useCard('bob', 'pm_card_chargeCustomerFail'),
      '2040-03-01': (it) => it.useCard('bob', 'pm_card_visa'),
    },
    bills: { bob: FRIEND },
  },
]

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())
const story = await StripeStory.begin(service, sandbox, { months: 3 })

await describeStripeBills('at Stripe, in a program with 10 % for three months', {
  story,
  scenarios: [...credits, ...people, ...hands, ...returnedPayments],
  until: '2040-06-02',
})
