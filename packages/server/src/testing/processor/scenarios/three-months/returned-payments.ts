import { monthly, withRefund } from '../bill-table.ts'
import type { BraintreeActions } from '../braintree-actions.ts'
import type { Scenario } from '../play-scenarios.ts'

const join = (it: BraintreeActions) => it.pair({ discount: '3.00' })

/** The friend's first payment is taken back: the referrer is rewarded when a later one has settled. */
export const returnedPayments: readonly Scenario[] = [
  {
    name: 'a first payment that is refunded keeps the referrer waiting for the second one',
    acts: { '2040-01-31': join, '2040-02-10': (it) => it.refundLast('bob') },
    // The second payment settled on the evening of 29 February.
    bills: {
      ada: monthly(0, 0, 300, 300, 300),
      bob: withRefund('27.00', monthly(300, 300, 300, 0, 0)),
    },
  },
  {
    name: 'a first payment that is voided keeps the referrer waiting for the second one',
    acts: { '2040-01-31': join, '2040-01-31T15:00': (it) => it.voidLast('bob') },
    bills: {
      ada: monthly(0, 0, 300, 300, 300),
      bob: `
2040-01-31 |   3.00 |  27.00 | voided
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |        |  30.00
`,
    },
  },
  {
    name: 'a friend who pays once, has it refunded and cancels brings the referrer nothing',
    acts: {
      '2040-01-31': join,
      '2040-02-10': async (it) => {
        await it.refundLast('bob')
        await it.cancel('bob')
      },
    },
    bills: {
      ada: monthly(0, 0, 0, 0, 0),
    },
  },
  {
    name: 'a refund of the second payment changes nothing',
    acts: { '2040-01-31': join, '2040-03-10': (it) => it.refundLast('bob') },
    bills: {
      ada: monthly(0, 300, 300, 300, 0),
    },
  },
]
