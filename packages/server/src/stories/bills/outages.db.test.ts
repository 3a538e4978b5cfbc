import { BillingStory } from '../../testing/processor/billing-story.ts'
import { billsBy, monthly, withRefund } from '../../testing/processor/scenarios/bill-table.ts'
import type { BraintreeActions } from '../../testing/processor/scenarios/braintree-actions.ts'
import { describeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const begin = () => BillingStory.begin(service, 3)

const FRIEND = monthly(300, 300, 300, 0, 0)
const REFERRER = monthly(0, 300, 300, 300, 0)
/** The bills of a referrer whose friend leaves after the second bill. */
const ENDED = monthly(0, 300, 0, 0, 0)

const join = (it: BraintreeActions) => it.pair({ discount: '3.00' })

await describeBills('when no notification arrives for months', {
  story: await begin(),
  until: '2040-06-01',
  events: { '2040-01-31': (it) => it.loseNotifications() },
  scenarios: [
    {
      name: 'a friend and a referrer have the discount on three bills all the same',
      acts: { '2040-01-31': join },
      bills: { ada: REFERRER, bob: FRIEND },
    },
    {
      name: 'a friend whose code was not looked up has the first discount back',
      acts: {
        '2040-01-31': (it) => it.pair({}, null),
      },
      bills: { bob: FRIEND.replace('  3.00 |  27.00', '       |  30.00 | refunded 3.00') },
    },
    {
      name: 'the end of a trial brings the referrer the discount on the next bills',
      acts: {
        '2040-01-31': (it) => it.pair({ discount: '3.00', trialDays: 20 }),
      },
      bills: {
        ada: REFERRER,
        bob: billsBy({ from: '2040-02-20', price: 3000, off: [300, 300, 300, 0] }),
      },
    },
    {
      name: 'a friend who cancels ends the referrer’s discount before the referrer’s next bill',
      acts: {
        '2040-01-31': (it) => it.referrer('ada'),
        '2040-02-10': (it) => it.friend('bob', 'ada', { discount: '3.00' }),
        '2040-03-25': (it) => it.cancel('bob'),
      },
      bills: { ada: ENDED },
    },
    {
      name: 'a friend with a yearly plan who cancels ends it as well',
      acts: {
        '2040-01-31': (it) => it.pair({ plan: 'yearly', discount: '30.00' }),
        '2040-03-25': (it) => it.cancel('bob'),
      },
      bills: { ada: ENDED },
    },
    {
      name: 'a bill that is declined and paid by a retry counts once',
      acts: {
        '2040-01-31': async (it) => {
          await it.referrer('ada', null)
          await it.friend('bob', 'ada', { discount: '3.00' })
          await it.declineNext('bob')
        },
      },
      bills: {
        bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  27.00 | processor_declined
2040-03-10 |   3.00 |  27.00
2040-03-31 |   3.00 |  27.00
2040-04-30 |        |  30.00
2040-05-31 |        |  30.00
`,
      },
    },
    {
      name: 'a discount that was removed by hand, and a price that was changed, are right on the next bill',
      acts: {
        '2040-01-31': (it) => it.pair({ discount: '3.00' }, null),
        '2040-02-28T09:00': (it) => it.removeDiscount('bob'),
        '2040-03-25': (it) => it.update('bob', { price: '60.00' }),
      },
      bills: {
        bob: `
2040-01-31 |   3.00 |  27.00
2040-02-29 |   3.00 |  27.00
2040-03-31 |   6.00 |  54.00
2040-04-30 |        |  60.00
2040-05-31 |        |  60.00
`,
      },
    },
    {
      name: 'a friend whose customer was deleted ends it as well',
      acts: {
        '2040-01-31': (it) => it.pair({ discount: '3.00' }),
        '2040-03-25': (it) => it.deleteCustomer('bob'),
      },
      bills: { ada: ENDED },
    },
  ],
})

await describeBills('when the processor answers 503 for 27 hours, during which bills are made', {
  story: await begin(),
  until: '2040-06-01',
  outcomes: ['succeeded', 'rescheduled', 'retried'],
  events: {
    '2040-02-28T20:00': (it) => it.failAll(503),
    '2040-02-29T23:00': (it) => it.recover(),
  },
  scenarios: [
    {
      name: 'a friend and a referrer have the discount on three bills all the same',
      acts: { '2040-01-31': join },
      bills: { ada: REFERRER, bob: FRIEND },
    },
    {
      name: 'a friend who is linked meanwhile has the right bills after it',
      acts: {
        '2040-01-31': (it) => it.referrer('ada', null),
        '2040-02-28T15:00': (it) => it.customer('bob'),
        '2040-02-29T09:00': (it) => it.link('bob', 'ada'),
      },
      bills: {
        bob: withRefund('3.00', billsBy({ from: '2040-02-28', price: 3000, off: [0, 300, 300, 0] })),
      },
    },
  ],
})

await describeBills('when the keys are revoked, and replaced by new ones weeks later', {
  story: await begin(),
  until: '2040-06-01',
  outcomes: ['succeeded', 'rescheduled', 'retried', 'failed'],
  events: {
    '2040-02-10': (it) => it.failAll(401),
    '2040-03-05': async (it) => {
      await it.recover()
      await it.connect()
    },
  },
  scenarios: [
    {
      name: 'a friend and a referrer have the discount on three bills all the same',
      acts: { '2040-01-31': join },
      bills: { ada: REFERRER, bob: FRIEND },
    },
    {
      name: 'a friend who is linked meanwhile has the right bills after it',
      acts: {
        '2040-01-31': (it) => it.referrer('ada', null),
        '2040-02-10T09:00': (it) => it.customer('bob'),
        '2040-02-10T20:00': (it) => it.link('bob', 'ada'),
      },
      bills: {
        bob: withRefund('3.00', billsBy({ from: '2040-02-10', price: 3000, off: [0, 300, 300, 0] })),
      },
    },
  ],
})

await describeBills('when the connection is removed, and made anew weeks later', {
  story: await begin(),
  until: '2040-06-01',
  events: { '2040-02-10': (it) => it.disconnect(), '2040-03-05': (it) => it.connect() },
  scenarios: [
    {
      name: 'a friend and a referrer have the discount on three bills all the same',
      acts: { '2040-01-31': join },
      bills: { ada: REFERRER, bob: FRIEND },
    },
    {
      name: 'a friend who cancelled meanwhile takes nothing off the referrer’s bills after it',
      // After the bill of 29 February, which was made with the discount that was left at the processor: whether a bill that is
      // made after a cancellation counts as wrong depends on which of the two customers is read first.
      acts: { '2040-01-31': join, '2040-03-02': (it) => it.cancel('bob') },
      bills: { ada: ENDED },
    },
    {
      name: 'a friend who is linked meanwhile has the right bills after it',
      acts: {
        '2040-01-31': (it) => it.referrer('ada', null),
        '2040-02-10T09:00': (it) => it.customer('bob'),
        '2040-02-10T20:00': (it) => it.linkUnconnected('bob', 'ada'),
      },
      bills: {
        bob: withRefund('3.00', billsBy({ from: '2040-02-10', price: 3000, off: [0, 300, 300, 0] })),
      },
    },
  ],
})
