import { monthly, withRefund } from '../bill-table.ts'
import type { Scenario } from '../play-scenarios.ts'
import type { StripeActions } from '../stripe-actions.ts'

const percent = 10

/** The friend pays once a year, so that no later payment makes up for the first one. */
const join = (it: StripeActions) => it.pair({ percent, plan: 'yearly' })

/** The friend's first payment is taken back. A charge at Stripe is settled at once, and can be disputed from then on. */
export const returnedPayments: readonly Scenario<StripeActions>[] = [
  {
    name: 'a first payment that is refunded keeps the referrer waiting for the second one',
    acts: {
      '2040-01-31': (it) => it.pair({ percent }),
      '2040-02-10': (it) => it.refundLast('bob'),
    },
    // The second payment was made after the referrer's bill of that day.
    bills: {
      ada: monthly(0, 0, 300, 300, 300),
      bob: withRefund('27.00', monthly(300, 300, 300, 0, 0)),
    },
  },
  {
    name: 'a part of the first payment that is refunded changes nothing, and the rest of it ends the discount',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.refundLast('bob', 100_00),
      '2040-03-10': (it) => it.refundLast('bob'),
    },
    bills: {
      ada: monthly(0, 300, 0, 0, 0),
    },
  },
  {
    name: 'a first payment that is disputed takes the discount away until the dispute is won, and none of its months',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.disputeLast('bob'),
      '2040-03-10': (it) => it.decideDispute('bob', 'won'),
    },
    bills: {
      ada: monthly(0, 0, 300, 300, 300),
    },
  },
  {
    name: 'a first payment that is lost to a dispute brings the referrer nothing',
    acts: {
      '2040-01-31': join,
      '2040-02-10': (it) => it.disputeLast('bob'),
      '2040-03-10': (it) => it.decideDispute('bob', 'lost'),
    },
    bills: {
      ada: monthly(0, 0, 0, 0, 0),
    },
  },
]
