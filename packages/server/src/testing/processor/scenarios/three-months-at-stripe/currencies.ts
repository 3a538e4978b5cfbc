import type { Scenario } from '../play-scenarios.ts'
import type { StripeActions } from '../stripe-actions.ts'

const KWD = { plan: 'monthly_kwd' }
const JPY = { plan: 'monthly_jpy' }

/** Stripe takes amounts of three decimals that end in 0, and yen have none. */
export const currencies: readonly Scenario<StripeActions>[] = [
  {
    name: 'a friend and a referrer who pay in dinars have what Stripe takes of 0.755, and credit is off in full amounts',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', KWD)
        await it.give('ada', { type: 'CREDIT', unit: 'KWD', credit: 1234 })
        await it.friend('bob', 'ada', { ...KWD, percent: 10 })
      },
    },
    bills: {
      ada: `
2040-01-31 |        |  7.550
2040-02-29 |  1.980 |  5.570
2040-03-31 |  0.750 |  6.800
2040-04-30 |  0.750 |  6.800
2040-05-31 |        |  7.550
`,
      // The first bill is no draft: Stripe rounds the coupon, and the difference is shown.
      bob: `
2040-01-31 |  0.760 |  6.790
2040-02-29 |  0.750 |  6.800
2040-03-31 |  0.750 |  6.800
2040-04-30 |        |  7.550
2040-05-31 |        |  7.550
`,
    },
    wrong: { bob: ['2040-01-31'] },
  },
  {
    name: 'a friend who pays in dinars and had no discount on the first bill has it refunded',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', null)
        await it.friend('bob', 'ada', KWD)
      },
    },
    bills: {
      bob: `
2040-01-31 |        |  7.550 | refunded 0.750
2040-02-29 |  0.750 |  6.800
2040-03-31 |  0.750 |  6.800
2040-04-30 |        |  7.550
2040-05-31 |        |  7.550
`,
    },
  },
  {
    name: 'two friends and a referrer who pay in yen have whole yen off, by coupon, refund, and credit',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', JPY)
        await it.give('ada', { type: 'CREDIT', unit: 'JPY', credit: 333 })
        await it.friend('bob', 'ada', { ...JPY, percent: 10 })
        await it.friend('cyd', 'ada', JPY)
      },
    },
    // A half yen is rounded up; 20 % of 1995 are 399.
    bills: {
      ada: `
2040-01-31 |        |   1995
2040-02-29 |    732 |   1263
2040-03-31 |    399 |   1596
2040-04-30 |    399 |   1596
2040-05-31 |        |   1995
`,
      bob: `
2040-01-31 |    200 |   1795
2040-02-29 |    200 |   1795
2040-03-31 |    200 |   1795
2040-04-30 |        |   1995
2040-05-31 |        |   1995
`,
      cyd: `
2040-01-31 |        |   1995 | refunded 200
2040-02-29 |    200 |   1795
2040-03-31 |    200 |   1795
2040-04-30 |        |   1995
2040-05-31 |        |   1995
`,
    },
  },
]
