import { billsBy, withRefund } from '../bill-table.ts'
import type { Scenario } from '../play-scenarios.ts'
import type { StripeActions } from '../stripe-actions.ts'

const join = (it: StripeActions) => it.pair({ percent: 10 }, null)

/** The plan, the quantity or other discounts of a friend change. */
export const prices: readonly Scenario<StripeActions>[] = [
  {
    name: 'a plan and a quantity that change between bills have their percentage on the next one',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.change('bob', { plan: 'odd' }),
      '2040-03-10': (it) => it.change('bob', { quantity: 3 }),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   1.00 |   8.99
2040-03-31 |   3.00 |  26.97
2040-04-30 |        |  29.97
2040-05-31 |        |  29.97
`,
    },
  },
  {
    name: 'a first bill of two items that Stripe rounds each by itself is right, and drafts have 10 % of the sum',
    acts: {
      '2040-01-31': (it) => it.pair({ plan: 'tea', more: ['milk'], percent: 10 }, null),
    },
    // 0.995 and 0.255 are 1.00 and 0.26, and of 12.50 they are 1.25.
    bills: {
      bob: billsBy({ from: '2040-01-31', price: 1250, off: [126, 125, 125, 0, 0] }),
    },
  },
  {
    name: 'an upgrade that is charged at once has the percentage in its prorations, which are no bill',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.change('bob', { plan: 'team' }, { proration_behavior: 'always_invoice' }),
    },
    // For 19 of 29 days, 72.00 instead of 27.00.
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-10 |        |  29.48
2040-02-29 |   8.00 |  72.00
2040-03-31 |   8.00 |  72.00
2040-04-30 |        |  80.00
2040-05-31 |        |  80.00
`,
    },
  },
  {
    name: 'an upgrade that is charged with the next bill leaves the discount that of the bill’s own price',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.change('bob', { plan: 'team' }, { proration_behavior: 'create_prorations' }),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   8.00 | 101.48
2040-03-31 |   8.00 |  72.00
2040-04-30 |        |  80.00
2040-05-31 |        |  80.00
`,
    },
  },
  {
    name: 'an amount that the merchant takes off itself is left as it is',
    acts: { '2040-01-31': join, '2040-02-10': (it) => it.addCoupon('bob', 'five_off_once') },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  22.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a percentage that the merchant takes off first does not make ours smaller',
    acts: {
      '2040-01-31': (it) => it.pair({ coupons: ['fifth_off'], percent: 10 }, null),
    },
    // The first bill is no draft before it is paid: what the coupon took too little is given back.
    bills: {
      bob: withRefund('0.60', billsBy({ from: '2040-01-31', price: 2400, off: [240, 300, 300, 0, 0] })),
    },
  },
  {
    name: 'a percentage that the merchant takes off itself after ours does not make ours smaller',
    acts: { '2040-01-31': join, '2040-02-10': (it) => it.addCoupon('bob', 'fifth_off') },
    // Stripe takes 20 % of what ours leaves.
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  21.60
2040-03-31 |   3.00 |  21.60
2040-04-30 |        |  24.00
2040-05-31 |        |  24.00
`,
    },
  },
]
