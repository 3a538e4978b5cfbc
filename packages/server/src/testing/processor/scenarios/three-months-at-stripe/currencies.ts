import type { Scenario } from '../play-scenarios.ts'
import type { StripeActions } from '../stripe-actions.ts'

const KWD = { plan: 'monthly_kwd' }
const JPY = { plan: 'monthly_jpy' }
const ISK = { plan: 'monthly_isk' }
const UGX = { plan: 'monthly_ugx' }
const MGA = { plan: 'monthly_mga' }

/** Stripe takes amounts of three decimals that end in 0, and whole yen, krónur, shillings and ariary. */
export const currencies: readonly Scenario<StripeActions>[] = [
  {
    name: 'a friend and a referrer who pay in dinars have 0.76 of 0.755 as Stripe rounds, and credit is off in full amounts',
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
2040-02-29 |  1.990 |  5.560
2040-03-31 |  0.760 |  6.790
2040-04-30 |  0.760 |  6.790
2040-05-31 |        |  7.550
`,
      bob: `
2040-01-31 |  0.760 |  6.790
2040-02-29 |  0.760 |  6.790
2040-03-31 |  0.760 |  6.790
2040-04-30 |        |  7.550
2040-05-31 |        |  7.550
`,
    },
  },
  {
    name: 'a friend in dinars whose merchant gave 5 % instead of 10 % has the rest refunded, and one who had 20 % is shown as wrong',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', null)
        await it.friend('bob', 'ada', { ...KWD, percent: 5 })
        await it.friend('cyd', 'ada', { ...KWD, percent: 20 })
      },
    },
    bills: {
      bob: `
2040-01-31 |  0.380 |  7.170 | refunded 0.380
2040-02-29 |  0.760 |  6.790
2040-03-31 |  0.760 |  6.790
2040-04-30 |        |  7.550
2040-05-31 |        |  7.550
`,
      cyd: `
2040-01-31 |  1.510 |  6.040
2040-02-29 |  0.760 |  6.790
2040-03-31 |  0.760 |  6.790
2040-04-30 |        |  7.550
2040-05-31 |        |  7.550
`,
    },
    wrong: { cyd: ['2040-01-31'] },
  },
  {
    name: 'a friend and a referrer who pay in krónur, which Stripe counts in hundredths, have whole ones off',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', ISK)
        await it.give('ada', { type: 'CREDIT', unit: 'ISK', credit: 333 })
        await it.friend('bob', 'ada', { ...ISK, percent: 10 })
        await it.friend('cyd', 'ada', ISK)
      },
    },
    // 10 % of 1995 are 199.5, and 20 % are 399.
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
  {
    name: 'a friend and a referrer who pay in ariary, which Stripe counts in whole ones, have whole ones off',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', MGA)
        await it.give('ada', { type: 'CREDIT', unit: 'MGA', credit: 5000_50 })
        await it.friend('bob', 'ada', MGA)
      },
    },
    // The rest of the credit is less than an ariary.
    bills: {
      ada: `
2040-01-31 |        | 45555.00
2040-02-29 | 9556.00 | 35999.00
2040-03-31 | 4556.00 | 40999.00
2040-04-30 | 4556.00 | 40999.00
2040-05-31 |        | 45555.00
`,
      bob: `
2040-01-31 |        | 45555.00 | refunded 4556.00
2040-02-29 | 4556.00 | 40999.00
2040-03-31 | 4556.00 | 40999.00
2040-04-30 |        | 45555.00
2040-05-31 |        | 45555.00
`,
    },
  },
  {
    name: 'a friend who pays in shillings, which Stripe counts in hundredths, has whole ones off, and the card is charged so',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada', null)
        await it.friend('bob', 'ada', { ...UGX, percent: 10 })
      },
    },
    bills: {
      bob: `
2040-01-31 |   3556 |  31999
2040-02-29 |   3556 |  31999
2040-03-31 |   3556 |  31999
2040-04-30 |        |  35555
2040-05-31 |        |  35555
`,
    },
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
2040-01-31 |        |  7.550 | refunded 0.760
2040-02-29 |  0.760 |  6.790
2040-03-31 |  0.760 |  6.790
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
