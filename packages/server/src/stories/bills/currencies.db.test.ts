import { BillingStory } from '../../testing/processor/billing-story.ts'
import { billsBy, monthly, withRefund } from '../../testing/processor/scenarios/bill-table.ts'
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
        '2040-01-31': (it) => it.pair({ ...eur, discount: '2.49' }),
      },
      bills: {
        ada: monthly(0, 300, 300, 300, 0),
        bob: billsBy({ from: '2040-01-31', price: 2490, off: [249, 249, 249, 0, 0] }),
      },
    },
    {
      name: 'a discount in yen is whole yen, a half rounded up',
      acts: {
        '2040-01-31': (it) => it.pair({ ...jpy }, null),
      },
      bills: {
        bob: withRefund(
          '200.00',
          billsBy({ from: '2040-01-31', price: 199_500, off: [0, 20_000, 20_000, 0, 0] }),
        ),
      },
    },
    {
      name: 'a discount in Kuwaiti dinars, of 0.755, is what the processor takes of it',
      acts: {
        '2040-01-31': (it) => it.pair({ ...kwd }, null),
      },
      bills: {
        bob: withRefund('0.75', billsBy({ from: '2040-01-31', price: 755, off: [0, 75, 75, 0, 0] })),
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
        ada: monthly(0, 0, 0, 0, 0),
        second: billsBy({ from: '2040-01-31', price: 2490, off: [0, 2490, 510, 0, 0] }),
      },
    },
  ],
})
