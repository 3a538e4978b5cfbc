import { expect, test } from 'vitest'
import type { PaymentState, SubscriptionState } from '../../../connectors/processor-state.ts'
import { readMark } from './read-mark.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' }) as SubscriptionState['price']

function subscription(status: PaymentState['status'], refundIds: readonly string[] = []): SubscriptionState {
  return {
    id: 'sub',
    customerId: 'ada',
    planId: 'monthly',
    status: 'ACTIVE',
    isInTrial: false,
    price: usd(3000),
    amountStep: 1,
    billingInterval: { unit: 'MONTH', count: 1 },
    nextBillDate: '2040-02-29',
    nextBillAt: null,
    billingDay: 31,
    firstBillDate: '2040-01-31',
    billCount: 1,
    createdAt: 0,
    endedAt: null,
    discount: null,
    otherAdjustments: 0,
    balance: 0,
    payments: [
      {
        id: 'payment',
        type: 'SALE',
        status,
        amount: usd(2700),
        createdAt: 0,
        discountAmount: 300,
        otherAdjustments: 0,
        refundIds,
        orderId: null,
        periodStart: '2040-01-31',
      },
    ],
  }
}

test('the settlement of a payment is no difference', () => {
  const marks = (['SUBMITTED', 'SETTLING', 'SETTLED'] as const).map((it) => readMark(subscription(it)))
  expect(new Set(marks).size).toBe(1)
})

test.each(['AUTHORIZED', 'FAILED', 'VOIDED', 'UNKNOWN'] as const)(
  'a payment that becomes %s is one',
  (status) => {
    expect(readMark(subscription(status))).not.toBe(readMark(subscription('SUBMITTED')))
  },
)

test('a refund of a payment is one', () => {
  expect(readMark(subscription('SETTLED', ['refund']))).not.toBe(readMark(subscription('SETTLED')))
})
