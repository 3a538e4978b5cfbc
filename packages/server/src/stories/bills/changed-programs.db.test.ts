import { BillingStory } from '../../testing/processor/billing-story.ts'
import { billsBy, monthly } from '../../testing/processor/scenarios/bill-table.ts'
import { describeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { startTestService } from '../../testing/test-service.ts'

const YEARLY = { plan: 'yearly', discount: '30.00' }
const twentyPercent = { type: 'PCT_DISCOUNT', discountPercent: 20, monthsDiscountIsValid: 6 } as const

const service = await startTestService()

await describeBills('when the terms of a program become 20 % for six months instead of 10 % for three', {
  story: await BillingStory.begin(service, 3),
  until: '2040-06-01',
  events: {
    '2040-03-10': (it) => it.setProgram({ referredReward: twentyPercent, referrerReward: twentyPercent }),
  },
  scenarios: [
    {
      name: 'friends and referrers of before keep their terms, and new ones have the new',
      acts: {
        '2040-01-31': (it) => it.pair({ discount: '3.00' }),
        '2040-03-10': async (it) => {
          await it.friend('cyd', 'ada', { discount: '6.00' })
        },
      },
      bills: {
        ada: monthly(0, 300, 900, 900, 600),
        bob: monthly(300, 300, 300, 0, 0),
        cyd: billsBy({ from: '2040-03-10', price: 3000, off: [600, 600, 600] }),
      },
    },
  ],
})

await describeBills('when a program with 10 % for three months is turned off', {
  story: await BillingStory.begin(service, 3),
  until: '2040-06-01',
  events: { '2040-03-10': (it) => it.setProgram({ active: false }) },
  scenarios: [
    {
      name: 'what is owed goes on, also to a friend whose trial ends later, and no new friend is attributed',
      acts: {
        '2040-01-31': async (it) => {
          await it.referrer('ada')
          await it.friend('bob', 'ada', { discount: '3.00' })
          await it.friend('cyd', 'ada', { ...YEARLY, trialDays: 45 })
        },
        '2040-03-10': async (it) => {
          await it.customer('dan')
          await it.refusedLink('dan', 'ada')
        },
      },
      // The trial ends on 16 March.
      bills: {
        ada: monthly(0, 300, 600, 600, 300),
        bob: monthly(300, 300, 300, 0, 0),
        cyd: '\n2040-03-16 |  30.00 | 270.00\n',
        dan: billsBy({ from: '2040-03-10', price: 3000, off: [0, 0, 0] }),
      },
    },
  ],
})
