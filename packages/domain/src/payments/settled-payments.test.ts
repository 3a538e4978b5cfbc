import { expect, test } from 'vitest'
import type { ProcessorPayment } from '../bills/processor-payment.ts'
import type { Currency } from '../values/money.ts'
import { isSettlingSoon, settledPayments } from './settled-payments.ts'

const START = Date.UTC(2040, 1, 10, 6)
const usd = (minor: number) => ({ minor, currency: 'USD' as Currency })
const payment = (fields: Partial<ProcessorPayment> = {}): ProcessorPayment => ({
  id: 'p1',
  type: 'SALE',
  status: 'SETTLED',
  amount: usd(36_00),
  createdAt: START,
  discountAmount: 0,
  otherAdjustments: 0,
  periodStart: '2040-02-10',
  ...fields,
})
const seen = (...payments: readonly ProcessorPayment[]) =>
  settledPayments([{ payments, billingInterval: { unit: 'YEAR', count: 1 } }])
const refund = (minor: number, status: 'SETTLED' | 'FAILED' = 'SETTLED') => {
  return { id: `r${minor}`, status, amount: usd(minor), createdAt: START } as const
}

test.each<[string, Partial<ProcessorPayment>, object]>([
  [
    'a bill of a year',
    {},
    { paidAt: START, paid: usd(36_00), step: { months: 12 }, refundedMinor: 0, isReversed: false },
  ],
  ['tax on top is left out', { addedTax: { minor: 6_00, baseMinor: 30_00 } }, { paid: usd(30_00) }],
  [
    'of a refund the tax is left out as well',
    { addedTax: { minor: 6_00, baseMinor: 30_00 }, refunds: [refund(12_00), refund(1_00, 'FAILED')] },
    { refundedMinor: 10_00 },
  ],
  ['a proration is no period', { periodStart: null }, { step: null }],
  ['a charge in the middle of a period is none', { createdAt: START + 5 * 86_400_000 }, { step: null }],
  [
    'a dispute that is not won reverses it',
    { disputes: [{ id: 'd', status: 'OPEN', openedAt: START }] },
    { isReversed: true },
  ],
  [
    'a dispute that is won leaves it',
    { disputes: [{ id: 'd', status: 'WON', openedAt: START }] },
    { isReversed: false, refundedMinor: 0 },
  ],
])('a payment is seen as it is shared: %s', (_what, fields, expected) => {
  expect(seen(payment(fields))).toEqual([expect.objectContaining({ reference: 'p1', ...expected })])
})

test('only sales that have settled are payments, and one that is under way may be one soon', () => {
  const waiting = payment({ status: 'SUBMITTED' })
  expect(
    seen(waiting, payment({ type: 'CREDIT' }), payment({ status: 'VOIDED' }), payment({ amount: usd(0) })),
  ).toEqual([])
  const isSoon = (it: ProcessorPayment) => isSettlingSoon([{ payments: [it], billingInterval: null }])
  expect([isSoon(waiting), isSoon(payment())]).toEqual([true, false])
})
