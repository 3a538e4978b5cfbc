import { BillingStory } from '../../testing/processor/billing-story.ts'
import { describeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { startTestService } from '../../testing/test-service.ts'

const [eur, jpy, kwd] = ['eur', 'jpy', 'kwd'].map((it) => ({ plan: `monthly_${it}`, merchantAccount: it }))

const service = await startTestService()
const story = await BillingStory.begin(service, 3, {
  merchantAccounts: [
    { id: 'usd', currency: 'USD', isDefault: true },
    { id: 'eur', currency: 'EUR' },
    { id: 'jpy', currency: 'JPY' },
    { id: 'kwd', currency: 'KWD' },
  ],
  plans: [
    { id: 'monthly', price: '30.00' },
    { id: 'yearly', price: '300.00', billingFrequency: 12 },
    { id: 'monthly_eur', price: '24.90', currency: 'EUR' },
    { id: 'monthly_jpy', price: '1995.00', currency: 'JPY' },
    { id: 'monthly_kwd', price: '7.55', currency: 'KWD' },
  ],
})

await describeBills('in a shop with several currencies and 10 % for three months', {
  story,
  until: '2040-06-01',
  scenarios: [
    {
      name: 'a friend who pays in euros and a referrer who pays in dollars have 10 % of their own prices',
      acts: {
        '2040-01-31': async (it) => {
          await it.referrer('ada')
          await it.friend('bob', 'ada', { ...eur, discount: '2.49' })
        },
      },
      bills: {
        ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
        bob: `
2040-01-31 |   2.49 |  22.41
2040-02-29 |   2.49 |  22.41
2040-03-31 |   2.49 |  22.41
2040-04-30 |        |  24.90
2040-05-31 |        |  24.90
`,
      },
    },
    {
      name: 'a discount in yen is whole yen, a half rounded up',
      acts: {
        '2040-01-31': async (it) => {
          await it.referrer('ada', null)
          await it.friend('bob', 'ada', { ...jpy })
        },
      },
      bills: {
        bob: `
2040-01-31 |        | 1995.00 | refunded 200.00
2040-02-29 | 200.00 | 1795.00
2040-03-31 | 200.00 | 1795.00
2040-04-30 |        | 1995.00
2040-05-31 |        | 1995.00
`,
      },
    },
    {
      name: 'a discount in Kuwaiti dinars, of 0.755, is what the processor takes of it',
      acts: {
        '2040-01-31': async (it) => {
          await it.referrer('ada', null)
          await it.friend('bob', 'ada', { ...kwd })
        },
      },
      bills: {
        bob: `
2040-01-31 |        |   7.55 | refunded 0.75
2040-02-29 |   0.75 |   6.80
2040-03-31 |   0.75 |   6.80
2040-04-30 |        |   7.55
2040-05-31 |        |   7.55
`,
      },
    },
    {
      name: 'credit in euros is taken off the bills in euros alone',
      acts: {
        '2040-01-31': async (it) => {
          await it.referrer('ada')
          await it.subscribe('second', 'ada', { ...eur })
          await it.give('ada', { type: 'CREDIT', unit: 'EUR', credit: 3000 })
        },
      },
      // The second bill in euros came to nothing.
      bills: {
        ada: `
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |        |  30.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
        second: `
2040-01-31 |        |  24.90
2040-03-31 |   5.10 |  19.80
2040-04-30 |        |  24.90
2040-05-31 |        |  24.90
`,
      },
    },
  ],
})
