import { billsBy, withRefund } from '../bill-table.ts'
import type { Scenario } from '../play-scenarios.ts'
import type { StripeActions } from '../stripe-actions.ts'

const KWD = { plan: 'monthly_kwd' }
const JPY = { plan: 'monthly_jpy' }
const ISK = { plan: 'monthly_isk' }
const UGX = { plan: 'monthly_ugx' }
const MGA = { plan: 'monthly_mga' }

const from = '2040-01-31'
const dinars = (...off: readonly number[]) => billsBy({ from, price: 7550, off, decimals: 3 })
const ariary = (...off: readonly number[]) => billsBy({ from, price: 4_555_500, off })
/** Bills in yen or krónur. */
const wholeOnes = (...off: readonly number[]) => billsBy({ from, price: 1995, off, decimals: 0 })

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
      ada: dinars(0, 1990, 760, 760, 0),
      bob: dinars(760, 760, 760, 0, 0),
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
      bob: withRefund('0.380', dinars(380, 760, 760, 0, 0)),
      cyd: dinars(1510, 760, 760, 0, 0),
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
      ada: wholeOnes(0, 732, 399, 399, 0),
      bob: wholeOnes(200, 200, 200, 0, 0),
      cyd: withRefund('200', wholeOnes(0, 200, 200, 0, 0)),
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
      ada: ariary(0, 955_600, 455_600, 455_600, 0),
      bob: withRefund('4556.00', ariary(0, 455_600, 455_600, 0, 0)),
    },
  },
  {
    name: 'a friend who pays in shillings, which Stripe counts in hundredths, has whole ones off, and the card is charged so',
    acts: {
      '2040-01-31': (it) => it.pair({ ...UGX, percent: 10 }, null),
    },
    bills: {
      bob: billsBy({ from, price: 35_555, off: [3556, 3556, 3556, 0, 0], decimals: 0 }),
    },
  },
  {
    name: 'a friend who pays in dinars and had no discount on the first bill has it refunded',
    acts: {
      '2040-01-31': (it) => it.pair(KWD, null),
    },
    bills: {
      bob: withRefund('0.760', dinars(0, 760, 760, 0, 0)),
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
      ada: wholeOnes(0, 732, 399, 399, 0),
      bob: wholeOnes(200, 200, 200, 0, 0),
      cyd: withRefund('200', wholeOnes(0, 200, 200, 0, 0)),
    },
  },
]
