import { monthly } from '../bill-table.ts'
import type { BraintreeActions } from '../braintree-actions.ts'
import type { Scenario } from '../play-scenarios.ts'

const join = (it: BraintreeActions) => it.pair({ discount: '3.00' }, null)

const prorated = { prorateCharges: true, revertSubscriptionOnProrationFailure: true }

/** The price, add-ons or other discounts of a friend change. */
export const prices: readonly Scenario[] = [
  {
    name: 'an upgrade with the discount of the new price is charged at once by the difference of both',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) =>
        it.update('bob', {
          price: '60.00',
          discounts: { update: [{ existingId: 'referral_discount', amount: '6.00' }] },
          options: prorated,
        }),
    },
    // For 18 of 29 days, 54.00 instead of 27.00.
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-10 |   6.00 |  16.76
2040-02-29 |   6.00 |  54.00
2040-03-31 |   6.00 |  54.00
2040-04-30 |        |  60.00
2040-05-31 |        |  60.00
`,
    },
  },
  {
    name: 'an upgrade without the new discount has it from the next bill on',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.update('bob', { price: '60.00', options: prorated }),
    },
    // For 18 of 29 days, 57.00 instead of 27.00.
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-10 |   3.00 |  18.62
2040-02-29 |   6.00 |  54.00
2040-03-31 |   6.00 |  54.00
2040-04-30 |        |  60.00
2040-05-31 |        |  60.00
`,
    },
  },
  {
    name: 'a downgrade with the discount of the new price credits the difference of both',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) =>
        it.update('bob', {
          price: '15.00',
          discounts: { update: [{ existingId: 'referral_discount', amount: '1.50' }] },
          options: prorated,
        }),
    },
    // 8.38 less on the next bill: for 18 of 29 days, 13.50 instead of 27.00.
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   1.50 |   5.12
2040-03-31 |   1.50 |  13.50
2040-04-30 |        |  15.00
2040-05-31 |        |  15.00
`,
    },
  },
  {
    name: 'a price that is changed between bills, without a notification, has its percentage on the next one',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.update('bob', { price: '49.90' }),
      '2040-03-10': (it) => it.update('bob', { price: '9.99' }),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   4.99 |  44.91
2040-03-31 |   1.00 |   8.99
2040-04-30 |        |   9.99
2040-05-31 |        |   9.99
`,
    },
  },
  {
    name: 'add-ons in quantities raise the bill, and not the discount, which is of the price',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.update('bob', { addOns: { add: [{ inheritedFromId: 'seat', quantity: 3 }] } }),
      '2040-03-10': (it) => it.update('bob', { addOns: { update: [{ existingId: 'seat', quantity: 1 }] } }),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  42.00
2040-03-31 |   3.00 |  32.00
2040-04-30 |        |  35.00
2040-05-31 |        |  35.00
`,
    },
  },
  {
    name: 'another discount of the merchant’s, for two bills, is left as it is',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.addDiscount('bob', 'ten_off_twice'),
    },
    bills: {
      bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  17.00
2040-03-31 |   3.00 |  17.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'with another discount that leaves 1.00 of the price, ours takes off no more than that',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.addDiscount('bob', 'nearly_all_off_once'),
    },
    // The bill of 29 February came to nothing, and left no credit.
    bills: {
      bob: monthly(300, 3000, 300, 0, 0),
    },
  },
]
