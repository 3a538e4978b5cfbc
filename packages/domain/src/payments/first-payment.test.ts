import { expect, test } from 'vitest'
import type { PaymentStatus, ProcessorPayment } from '../bills/processor-payment.ts'
import { code, paid, server, subscription, user } from '../testing/calls.ts'
import { DAY, payment, subscribed } from '../testing/processor.ts'
import { START, TestTenant } from '../testing/test-tenant.ts'
import type { Currency } from '../values/money.ts'
import { firstPaymentOf, type ReversalKind, type ReversalReport } from './first-payment.ts'
import { reversalOf } from './first-payment-reversal.ts'

/** Bob's account, converted at `START`, of 30.00 with 10 % off, or without a known price. */
function bob(value: number | null = 30) {
  const tenant = new TestTenant()
  const price = value === null ? [] : [subscription({ currency: 'USD' as Currency, value })]
  tenant.track(server(user('b'), code('ADA'), ...price, paid))
  return tenant.account()
}

const USD = 'USD' as Currency
const later = (days: number, fields: Partial<ProcessorPayment> = {}) =>
  payment({ id: `p${days}`, createdAt: START + days * DAY, ...fields })
const refund = (minor: number, status: PaymentStatus = 'SETTLED') => {
  return { id: `r${minor}`, status, amount: { minor, currency: USD }, createdAt: START + DAY }
}

/** Newest first, as the processor shows them. */
const seenReversal = (...payments: readonly ProcessorPayment[]) => {
  const found = firstPaymentOf(bob(), [subscribed({ payments: payments.toReversed() })], [])
  return found === null ? 'not found' : reversalOf(found)
}

test.each<[string, readonly ProcessorPayment[], string | null]>([
  ['a payment that settled', [payment()], null],
  ['a payment that was voided', [payment({ status: 'VOIDED' })], 'FIRST_PAYMENT_VOIDED'],
  [
    'a voided one and one that is not settled',
    [payment({ status: 'VOIDED' }), later(1, { status: 'SUBMITTED' })],
    'FIRST_PAYMENT_VOIDED',
  ],
  ['a voided one and one that settled', [payment({ status: 'VOIDED' }), later(1)], null],
  ['a part that was refunded', [payment({ refunds: [refund(9_99)] })], null],
  ['parts that are the whole', [payment({ refunds: [refund(9_99), refund(1)] })], 'FIRST_PAYMENT_REFUNDED'],
  ['a refund that failed', [payment({ refunds: [refund(10_99, 'FAILED')] })], null],
  ['a refund before the next one settled', [payment({ refunds: [refund(10_00)] }), later(31)], null],
  [
    'a dispute',
    [payment({ disputes: [{ id: 'd', status: 'OPEN', openedAt: START + 5 * DAY }] })],
    'FIRST_PAYMENT_DISPUTED',
  ],
  [
    'a dispute that was lost',
    [payment({ disputes: [{ id: 'd', status: 'LOST', openedAt: START + 5 * DAY }] })],
    'FIRST_PAYMENT_DISPUTED',
  ],
  ['a dispute that was won', [payment({ disputes: [{ id: 'd', status: 'WON', openedAt: START }] })], null],
  [
    'disputes of this and the next one',
    [1, 31].map((day) =>
      later(day, { disputes: [{ id: `d${day}`, status: 'OPEN', openedAt: START + 32 * DAY }] }),
    ),
    'FIRST_PAYMENT_DISPUTED',
  ],
  ['a payment from long before', [payment({ createdAt: START - 2 * DAY, status: 'VOIDED' })], 'not found'],
  ['no payment', [], 'not found'],
])('the first payment is reversed or not: %s', (_what, payments, expected) => {
  expect(seenReversal(...payments)).toBe(expected)
})

const report = (
  kind: ReversalKind,
  {
    amountMinor = null,
    day = 3,
    reference = 'one',
  }: { amountMinor?: number | null; day?: number; reference?: string } = {},
): ReversalReport => ({
  kind,
  payment: null,
  amountMinor,
  at: START + day * DAY,
  reference,
  reportedAt: START + day * DAY,
})

test.each<[string, number | null, readonly ReversalReport[], string | null]>([
  ['a void', 30, [report('VOID')], 'FIRST_PAYMENT_VOIDED'],
  ['a refund', 30, [report('REFUND')], 'FIRST_PAYMENT_REFUNDED'],
  ['a refund of the price', 30, [report('REFUND', { amountMinor: 30_00 })], 'FIRST_PAYMENT_REFUNDED'],
  [
    'a refund of what the friend paid',
    30,
    [report('REFUND', { amountMinor: 27_00 })],
    'FIRST_PAYMENT_REFUNDED',
  ],
  ['a refund of a cent less', 30, [report('REFUND', { amountMinor: 26_99 })], null],
  [
    'two parts of it',
    30,
    [report('REFUND', { amountMinor: 20_00 }), report('REFUND', { amountMinor: 7_00, reference: 'two' })],
    'FIRST_PAYMENT_REFUNDED',
  ],
  ['an amount without a known price', null, [report('REFUND', { amountMinor: 30_00 })], null],
  ['a refund without an amount or a price', null, [report('REFUND')], 'FIRST_PAYMENT_REFUNDED'],
  ['a refund on day 61', 30, [report('REFUND', { day: 61 })], null],
  ['a dispute', 30, [report('DISPUTE')], 'FIRST_PAYMENT_DISPUTED'],
  ['a dispute that was won', 30, [report('DISPUTE'), report('DISPUTE_WON')], null],
  [
    'a dispute that was won before it was reported',
    30,
    [report('DISPUTE_WON', { day: 1 }), report('DISPUTE')],
    null,
  ],
  [
    'two disputes, one of them won',
    30,
    [report('DISPUTE'), report('DISPUTE', { reference: 'two' }), report('DISPUTE_WON', { reference: 'two' })],
    'FIRST_PAYMENT_DISPUTED',
  ],
  [
    'a win by another reference',
    30,
    [report('DISPUTE'), report('DISPUTE_WON', { day: 9, reference: 'win' })],
    null,
  ],
  ['what was reported before the payment', 30, [{ ...report('VOID'), reportedAt: START - 1 }], 'not found'],
])('the server reports %s', (_what, value, reports, expected) => {
  const found = firstPaymentOf(bob(value), [], reports)
  expect(found === null ? 'not found' : reversalOf(found)).toBe(expected)
})

test('a part that the server reports and the processor shows is counted once', () => {
  const subscriptions = [subscribed({ payments: [payment({ refunds: [refund(5_00)] })] })]
  const found = firstPaymentOf(bob(10), subscriptions, [report('REFUND', { amountMinor: 5_00 })])
  expect(found === null ? 'not found' : reversalOf(found)).toBeNull()
})
