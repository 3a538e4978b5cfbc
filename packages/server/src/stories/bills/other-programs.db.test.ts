import type { ProgramSettings } from '@goodword/contract/program/program'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { billsBy, monthly, withRefund } from '../../testing/processor/scenarios/bill-table.ts'
import { describeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import type { Scenario } from '../../testing/processor/scenarios/play-scenarios.ts'
import type { TenantActions } from '../../testing/processor/scenarios/tenant-actions.ts'
import { startTestService } from '../../testing/test-service.ts'

const YEARLY = { plan: 'yearly', discount: '30.00' }

const service = await startTestService()

function percent(discountPercent: number, monthsDiscountIsValid: number) {
  return { type: 'PCT_DISCOUNT', discountPercent, monthsDiscountIsValid } as const
}

async function describeProgram(name: string, program: ProgramSettings, scenarios: readonly Scenario[]) {
  const story = await BillingStory.begin(service)
  const events = { '2040-01-31': (it: TenantActions) => it.setProgram(program) }
  await describeBills(name, { story, events, scenarios, until: '2040-06-01' })
}

await describeProgram(
  'in a program whose friends have the first month free',
  { referredReward: percent(100, 1), referrerReward: percent(10, 3) },
  [
    {
      name: 'a friend pays from the second bill on, by which the referrer is rewarded',
      acts: {
        '2040-01-31': (it) => it.pair({ discount: '30.00' }),
      },
      // The first bill came to nothing.
      bills: {
        ada: monthly(0, 0, 300, 300, 300),
        bob: monthly(3000, 0, 0, 0, 0),
      },
    },
    {
      name: 'a friend whose code was not looked up has the whole first bill back, and none free after it',
      acts: {
        '2040-01-31': (it) => it.pair({}, null),
      },
      bills: {
        bob: withRefund('30.00', monthly(0, 0, 0, 0, 0)),
      },
    },
    {
      name: 'the free month of a friend on trial is the first one after it',
      acts: {
        '2040-01-31': (it) => it.pair({ discount: '30.00', trialDays: 29 }, null),
      },
      bills: {
        bob: billsBy({ from: '2040-03-29', price: 3000, off: [0, 0, 0] }),
      },
    },
  ],
)

await describeProgram(
  'in a program with 50 % for three months on both sides',
  { referredReward: percent(50, 3), referrerReward: percent(50, 3) },
  [
    {
      name: 'a friend on trial who refers another one has three bills free, and pays the fourth',
      acts: {
        '2040-01-31': async (it) => {
          await it.referrer('ada', null)
          await it.friend('bob', 'ada', { discount: '15.00', trialDays: 20 })
          await it.share('bob')
        },
        '2040-02-10': (it) => it.friend('cyd', 'bob', { plan: 'yearly', discount: '150.00' }),
      },
      bills: { bob: '\n2040-05-20 |        |  30.00\n' },
    },
    {
      name: 'a friend who refers another one after the first bill has the bills free on which both count',
      acts: {
        '2040-01-31': async (it) => {
          await it.referrer('ada', null)
          await it.friend('bob', 'ada', { discount: '15.00' })
          await it.share('bob')
        },
        '2040-02-10': (it) => it.friend('cyd', 'bob', { plan: 'yearly', discount: '150.00' }),
      },
      bills: {
        bob: monthly(1500, 3000, 3000, 1500, 0),
      },
    },
  ],
)

await describeProgram(
  'in a program with 10 % for one month',
  { referredReward: percent(10, 1), referrerReward: percent(10, 1) },
  [
    {
      name: 'a referrer who is billed on the 31st has it on one bill after a conversion on the 30th',
      acts: {
        '2040-01-31': (it) => it.referrer('ada'),
        '2040-03-30': (it) => it.friend('bob', 'ada', YEARLY),
      },
      bills: {
        ada: monthly(0, 0, 300, 0, 0),
      },
    },
    {
      name: 'a referrer who is billed on the 31st has it on one bill after a conversion after the bill of February',
      acts: {
        '2040-01-31': (it) => it.referrer('ada'),
        '2040-02-29': (it) => it.friend('bob', 'ada', YEARLY),
      },
      bills: {
        ada: monthly(0, 0, 300, 0, 0),
      },
    },
    {
      name: 'a referrer who is billed on the 31st has it on one bill after a conversion before the bill of February',
      acts: {
        '2040-01-31': (it) => it.referrer('ada'),
        '2040-02-28': (it) => it.friend('bob', 'ada', YEARLY),
      },
      bills: {
        ada: monthly(0, 300, 0, 0, 0),
      },
    },
  ],
)

await describeProgram(
  'in a program that holds the referrer’s reward for 30 days',
  { referredReward: percent(10, 3), referrerReward: percent(10, 3), referrerHoldDays: 30 },
  [
    {
      name: 'a hold takes none of the referrer’s months away',
      acts: {
        '2040-01-31': (it) => it.pair({ discount: '3.00' }),
      },
      bills: {
        ada: monthly(0, 0, 300, 300, 300),
        bob: monthly(300, 300, 300, 0, 0),
      },
    },
    {
      name: 'a friend who leaves during the hold brings the referrer nothing',
      acts: {
        '2040-01-31': (it) => it.pair(YEARLY),
        '2040-02-10': (it) => it.cancel('bob'),
      },
      bills: {
        ada: monthly(0, 0, 0, 0, 0),
      },
    },
  ],
)
