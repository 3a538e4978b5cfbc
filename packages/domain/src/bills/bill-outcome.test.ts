import { expect, test } from 'vitest'
import { payment, subscribed } from '../testing/processor.ts'
import { billOutcome, type ReservedBill } from './bill-outcome.ts'
import type { ProcessorSubscription } from './processor-payment.ts'

const bill: ReservedBill = {
  cycle: 3,
  date: '2026-03-10',
  percentageMinor: 1_00,
  creditMinor: 4_00,
  parts: [],
}
const of = (discountAmount: number, fields: Parameters<typeof payment>[0] = {}) =>
  payment({ discountAmount, periodStart: '2026-03-10', ...fields })

test.each<[string, Partial<ProcessorSubscription>, number | 'open']>([
  [
    'a bill that is not made yet',
    { billCount: 2, payments: [of(1_00, { periodStart: '2026-02-10' })] },
    'open',
  ],
  ['a bill that took off all', { billCount: 3, payments: [of(5_00)] }, 4_00],
  ['a bill that took off less: the percentage comes first', { billCount: 3, payments: [of(3_00)] }, 2_00],
  ['a bill that took off the percentage alone', { billCount: 3, payments: [of(1_00)] }, 0],
  ['a bill that took off nothing', { billCount: 3, payments: [of(0)] }, 0],
  ['a bill that took off more than was reserved', { billCount: 3, payments: [of(9_00)] }, 4_00],
  [
    'a bill that came to nothing',
    { billCount: 3, payments: [of(1_00, { periodStart: '2026-02-10' })] },
    4_00,
  ],
  [
    'a bill whose date was moved',
    { billCount: 3, payments: [of(5_00, { periodStart: '2026-03-20' })] },
    4_00,
  ],
  [
    'a bill that is seen after the following one',
    { billCount: 4, payments: [of(2_00, { id: 't2', periodStart: '2026-04-10' }), of(3_00)] },
    2_00,
  ],
  [
    'a bill that is followed by a prorated charge',
    { billCount: 3, payments: [of(1_00, { id: 't2' }), of(5_00)] },
    4_00,
  ],
  [
    'a declined bill that is retried',
    { billCount: 3, status: 'PAST_DUE', payments: [of(5_00, { status: 'FAILED' })] },
    'open',
  ],
  [
    'a declined bill that was paid later',
    { billCount: 3, payments: [of(5_00), of(5_00, { id: 't0', status: 'FAILED' })] },
    4_00,
  ],
  [
    'a declined bill of a subscription that was cancelled',
    { billCount: 3, status: 'CANCELLED', payments: [of(5_00, { status: 'FAILED' })] },
    0,
  ],
  ['a bill that is owed and was not tried', { billCount: 3, status: 'PAST_DUE' }, 'open'],
  [
    'a bill that was voided, once the next is made',
    { billCount: 4, payments: [of(5_00, { status: 'VOIDED' })] },
    0,
  ],
  [
    'a bill that is still to be paid while the next one is made',
    { billCount: 4, unpaidBills: [{ periodStart: '2026-03-10', state: 'OPEN' }] },
    'open',
  ],
  [
    'a bill that was voided, or written off, before the next one is made',
    { billCount: 3, unpaidBills: [{ periodStart: '2026-03-10', state: 'GIVEN_UP' }] },
    0,
  ],
  [
    'a bill that is still to be paid of a subscription that was cancelled',
    { billCount: 3, status: 'CANCELLED', unpaidBills: [{ periodStart: '2026-03-10', state: 'OPEN' }] },
    0,
  ],
  [
    'a bill beside one that is still to be paid',
    {
      billCount: 4,
      payments: [of(5_00)],
      unpaidBills: [{ periodStart: '2026-02-10', state: 'OPEN' }],
    },
    4_00,
  ],
  ['a subscription that ended before the bill', { billCount: 2, status: 'CANCELLED' }, 0],
  [
    'a subscription that ended after the bill',
    { billCount: 3, status: 'EXPIRED', payments: [of(5_00)] },
    4_00,
  ],
  [
    'a refund beside the payment',
    { billCount: 3, payments: [of(0, { id: 'r', type: 'CREDIT' }), of(5_00)] },
    4_00,
  ],
])('the credit that a bill used is read: %s', (_name, fields, used) => {
  const outcome = billOutcome(bill, subscribed(fields))
  expect(outcome).toEqual(used === 'open' ? { kind: 'open' } : { kind: 'closed', usedMinor: used })
})

test('a paid bill uses all of its credit where the customer is credited with what was not taken off', () => {
  const late = subscribed({ billCount: 3, payments: [of(1_00)] })
  expect(billOutcome(bill, late, true)).toEqual({ kind: 'closed', usedMinor: 4_00 })
  const voided = subscribed({ billCount: 3, unpaidBills: [{ periodStart: '2026-03-10', state: 'GIVEN_UP' }] })
  expect(billOutcome(bill, voided, true)).toEqual({ kind: 'closed', usedMinor: 0 })
})
