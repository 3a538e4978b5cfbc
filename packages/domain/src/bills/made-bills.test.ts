import { expect, test } from 'vitest'
import { payment, subscribed } from '../testing/processor.ts'
import { MONTHLY } from './billing-interval.ts'
import { type EarlierSubscription, madeBills, type PresentSubscription } from './made-bills.ts'
import type { ProcessorSubscription } from './processor-payment.ts'

const utc = (text: string) => Date.parse(`${text}Z`)

function bill(date: string, minor: number, fields: Parameters<typeof payment>[0] = {}) {
  return payment({ id: date, minor, createdAt: utc(`${date}T06:00`), periodStart: date, ...fields })
}

const before = (fields: Partial<EarlierSubscription> = {}): EarlierSubscription => ({
  billCount: 1,
  nextBillDate: '2026-02-28',
  priceMinor: 10_00,
  balanceMinor: 0,
  discountMinor: 10_00,
  ...fields,
})

function present(
  subscription: Partial<ProcessorSubscription>,
  fields: Partial<PresentSubscription> = {},
): PresentSubscription {
  return {
    subscription: subscribed(subscription),
    nextBillDate: '2026-03-31',
    billingInterval: MONTHLY,
    otherChangesMinor: 0,
    discountMinor: 0,
    timeOfDayMs: null,
    before: null,
    ...fields,
  }
}

/** The day, the payment, the price and the discount of each bill. */
const shown = (it: PresentSubscription) =>
  madeBills(it).map(({ date, payment: paid, price, discountMinor, otherChangesMinor: others }) =>
    [
      date,
      paid?.id ?? 'nothing',
      price.minor,
      discountMinor,
      ...(others < 0 ? [`and ${others} by others`] : []),
    ].join(' '),
  )

test.each<[string, PresentSubscription, readonly string[]]>([
  [
    'a payment of a period',
    present({ billCount: 1, payments: [bill('2026-02-28', 9_00, { discountAmount: 1_00 })] }),
    ['2026-02-28 2026-02-28 1000 100'],
  ],
  [
    'a payment that says the price of its bill, beside what the customer’s balance paid',
    present({
      billCount: 1,
      payments: [bill('2026-02-28', 2_00, { discountAmount: 1_00, billPrice: 10_00 })],
    }),
    ['2026-02-28 2026-02-28 1000 100'],
  ],
  [
    'a bill that is to be paid, as the processor says',
    present(
      { billCount: 2, unpaidBills: [{ periodStart: '2026-02-28', state: 'OPEN' }] },
      { before: before() },
    ),
    [],
  ],
  ['a payment for no period', present({ payments: [bill('2026-02-28', 9_00, { periodStart: null })] }), []],
  ['a credit', present({ payments: [bill('2026-02-28', 9_00, { type: 'CREDIT' })] }), []],
  [
    'a declined bill',
    present({ status: 'PAST_DUE', payments: [bill('2026-02-28', 9_00, { status: 'FAILED' })] }),
    [],
  ],
  [
    'a declined bill that was paid days later',
    present({
      payments: [
        bill('2026-02-28', 10_00, { id: 'retry', createdAt: utc('2026-03-05T06:00') }),
        bill('2026-02-28', 10_00, { status: 'FAILED' }),
      ],
    }),
    ['2026-02-28 retry 1000 0'],
  ],
  [
    'a prorated charge after the bill of the period',
    present({
      payments: [
        bill('2026-02-28', 4_00, { id: 'upgrade', createdAt: utc('2026-03-10T06:00') }),
        bill('2026-02-28', 10_00),
      ],
    }),
    ['2026-02-28 2026-02-28 1000 0'],
  ],
  [
    'a prorated charge after a bill that came to nothing, which is known before',
    present(
      {
        billCount: 2,
        payments: [bill('2026-02-28', 4_00, { id: 'upgrade', createdAt: utc('2026-03-10T06:00') })],
      },
      { before: before({ billCount: 2, nextBillDate: '2026-03-31' }) },
    ),
    [],
  ],
  [
    'the bills that came to nothing since it was last read',
    present({ billCount: 3 }, { nextBillDate: '2026-04-30', before: before() }),
    ['2026-02-28 nothing 1000 1000', '2026-03-30 nothing 1000 1000'],
  ],
  [
    'the bills of every second week that came to nothing since it was last read',
    present(
      { billCount: 3 },
      { nextBillDate: '2026-03-28', billingInterval: { unit: 'WEEK', count: 2 }, before: before() },
    ),
    ['2026-02-28 nothing 1000 1000', '2026-03-14 nothing 1000 1000'],
  ],
  [
    'one that came to nothing between two that were paid',
    present(
      { billCount: 4, payments: [bill('2026-04-30', 10_00), bill('2026-02-28', 10_00)] },
      { nextBillDate: '2026-05-31', before: before() },
    ),
    ['2026-04-30 2026-04-30 1000 0', '2026-02-28 2026-02-28 1000 0', '2026-03-31 nothing 1000 1000'],
  ],
  ['nothing while a bill is unpaid', present({ status: 'PAST_DUE', billCount: 3 }, { before: before() }), []],
  [
    'the first bill of a subscription that came with the whole price off',
    present({ billCount: 1, createdAt: utc('2026-01-31T12:00') }, { discountMinor: 10_00 }),
    ['2026-01-31 nothing 1000 1000'],
  ],
  [
    'a bill that another discount brought to nothing, which ended with it',
    present({ billCount: 2 }, { before: before({ discountMinor: 1_00 }) }),
    ['2026-02-28 nothing 1000 100 and -900 by others'],
  ],
  [
    'a bill on another day than was due, and none on that day',
    present(
      { billCount: 2, payments: [bill('2026-02-05', 10_00)] },
      { nextBillDate: '2026-03-05', before: before() },
    ),
    ['2026-02-05 2026-02-05 1000 0'],
  ],
  ['the bills of a trial that goes on', present({ billCount: 0 }), []],
  [
    'a price that was changed after the bill',
    present({
      price: { minor: 20_00, currency: payment().amount.currency },
      payments: [bill('2026-02-28', 9_00, { discountAmount: 1_00 })],
    }),
    ['2026-02-28 2026-02-28 1000 100'],
  ],
  [
    'a bill that a credit of the processor made smaller',
    present(
      {
        price: { minor: 20_00, currency: payment().amount.currency },
        payments: [bill('2026-02-28', 6_00, { discountAmount: 1_00 })],
      },
      { before: before({ priceMinor: 10_00, balanceMinor: -3_00 }) },
    ),
    ['2026-02-28 2026-02-28 1000 100'],
  ],
  [
    'a bill with add-ons and other discounts',
    present({ payments: [bill('2026-02-28', 11_00, { discountAmount: 1_00, otherAdjustments: 2_00 })] }),
    ['2026-02-28 2026-02-28 1000 100'],
  ],
])('the bills that are seen of %s', (_what, it, expected) => {
  expect(shown(it)).toEqual(expected)
})
