import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { accountId, currency, merchantReference, nullable, price, requestedTime, time } from '../values.ts'

export const reportBill = endpoint({
  name: 'reportBill',
  tag: 'Discounts',
  method: 'POST',
  path: '/bills',
  summary: 'Report a bill',
  description:
    'For programs that are connected with `{"processor": "manual"}`: tells what your own system has billed. `GET discounts` and the event `discount.changed` tell what the next bill of a subscription should have off. A bill links the subscription with the account. The first bill of more than nothing converts the referral; every bill counts for percentages of so many months, and `GET bills` compares it with the discount that it should have had. Money that was taken too much is given back by you: the service does not call your system. A bill is reported once by its subscription and day (UTC): a repeat is answered with 200 and changes nothing, another content with 409. What follows from it happens within seconds.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId('Your ID for the account that is billed. The account must exist.'),
      subscriptionId: merchantReference('Your ID of the subscription, which keeps its account.'),
      date: requestedTime('When the bill was made, not in the future.'),
      price: price(
        'The price before our discount; 0 for a trial, which is no bill and makes the next one known.',
      ),
      discount: price('What was taken off for our discount, at most the price.'),
      currency: Type.Optional(
        currency('Currency of the amounts; that of the account if absent, or of the program.'),
      ),
      nextBillDate: Type.Optional(
        nullable(
          requestedTime(
            'When the next bill is made, on a later day; null if this is the last one, which ends the subscription. If absent, one billing interval of the account later, or a month.',
          ),
        ),
      ),
    },
    { title: 'BillReport' },
  ),
  success: { 200: ReportedBill(), 201: ReportedBill() },
  refusals: [
    'ACCOUNT_NOT_FOUND',
    'BILL_CONFLICT',
    'BILLS_COME_FROM_PROCESSOR',
    'PROCESSOR_NOT_CONNECTED',
    'PROVIDER_ID_TAKEN',
  ],
  example: {
    body: {
      accountId: 'acct_carol',
      subscriptionId: 'sub_carol',
      date: 1_780_000_000_000,
      price: 49.9,
      discount: 4.99,
    },
    answer: {
      accountId: 'acct_carol',
      subscriptionId: 'sub_carol',
      date: 1_780_000_000_000,
      price: 49.9,
      discount: 4.99,
      currency: 'EUR',
      nextBillDate: '2026-06-28',
    },
  },
})

function ReportedBill() {
  return Type.Object(
    {
      accountId: Type.String({ description: 'Your ID for the account.' }),
      subscriptionId: Type.String({ description: 'Your ID of the subscription.' }),
      date: time('When the bill was made.'),
      price: price('The price before our discount.'),
      discount: price('What was taken off for our discount.'),
      currency: Type.String({ description: 'Currency of the amounts.', examples: ['EUR'] }),
      nextBillDate: nullable(
        Type.String({
          description: 'The day of the next bill, `YYYY-MM-DD`; null after the last one.',
          examples: ['2026-06-28'],
        }),
      ),
    },
    { title: 'ReportedBill', description: 'A bill of your own system, as it was reported.' },
  )
}
