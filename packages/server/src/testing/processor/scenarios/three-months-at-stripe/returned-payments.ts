import type { Scenario } from '../play-scenarios.ts'
import type { StripeActions } from '../stripe-actions.ts'

const percent = 10

/** The friend pays once a year, so that no later payment makes up for the first one. */
async function join(it: StripeActions): Promise<void> {
  await it.referrer('ada')
  await it.friend('bob', 'ada', { percent, plan: 'yearly' })
}

/** The friend's first payment is taken back. A charge at Stripe is settled at once, and can be disputed from then on. */
export const returnedPayments: readonly Scenario<StripeActions>[] = [
  {
    name: 'a first payment that is refunded keeps the referrer waiting for the second one',
    acts: {
      '2040-01-31': async (it) => {
        await it.referrer('ada')
        await it.friend('bob', 'ada', { percent })
      },
      '2040-02-10': (it) => it.refundLast('bob'),
    },
    // The second payment was made after the referrer's bill of that day.
    bills: {
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |   3.00 |  27.00
`,
      bob: `
2040-01-31 |   3.00 |  27.00 | refunded 27.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
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
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |        |  30.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
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
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |   3.00 |  27.00
2040-05-31 |   3.00 |  27.00
`,
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
      ada: `
2040-01-31 |        |  30.00
2040-02-29 |        |  30.00
2040-03-31 |        |  30.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
    },
  },
]
