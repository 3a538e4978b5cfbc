import { monthly } from '../bill-table.ts'
import type { BraintreeActions } from '../braintree-actions.ts'
import type { Scenario } from '../play-scenarios.ts'

const RIGHT = monthly(300, 300, 300, 0, 0)

const join = (it: BraintreeActions) => it.pair({ discount: '3.00' }, null)

/** The discount is changed in the Control Panel, of which no notification is sent. */
export const changesByHand: readonly Scenario[] = [
  {
    name: 'a discount that was removed by hand is on the next bill again',
    acts: { '2040-01-31': join, '2040-02-10': (it) => it.removeDiscount('bob') },
    bills: { bob: RIGHT },
  },
  {
    name: 'a discount that was made larger by hand is right on the next bill',
    acts: { '2040-01-31': join, '2040-02-10': (it) => it.changeDiscount('bob', { amount: '9.00' }) },
    bills: { bob: RIGHT },
  },
  {
    name: 'a discount that was made smaller by hand is right on the next bill',
    acts: { '2040-01-31': join, '2040-02-10': (it) => it.changeDiscount('bob', { amount: '0.01' }) },
    bills: { bob: RIGHT },
  },
  {
    name: 'a discount whose quantity was doubled by hand is taken off once',
    acts: { '2040-01-31': join, '2040-02-10': (it) => it.changeDiscount('bob', { quantity: 2 }) },
    bills: { bob: RIGHT },
  },
  {
    name: 'a discount that was limited to two bills by hand is on the third as well',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.changeDiscount('bob', { numberOfBillingCycles: 2 }),
    },
    bills: { bob: RIGHT },
  },
  {
    name: 'a discount that the merchant added for the first bill alone is on all three',
    acts: {
      '2040-01-31': (it) => it.pair({ discount: '3.00', discountBills: 1 }, null),
    },
    bills: { bob: RIGHT },
  },
]
