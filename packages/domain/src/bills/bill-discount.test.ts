import { describe, expect, test } from 'vitest'
import { billsOf, type Case, NOW, percent, SIX, subscription, utc } from '../testing/bills.ts'
import type { Currency } from '../values/money.ts'
import type { WaitingReason } from './bill-discount.ts'
import { billTime, timeOfDay } from './bill-time.ts'

describe('the discount of one subscription', () => {
  test.each<[string, Case, percentage: number, credit: number, WaitingReason | null]>([
    ['no reward', {}, 0, 0, null],
    ['a friend’s 10 %', { percentages: [percent(10)] }, 1_00, 0, null],
    [
      'a friend’s and a referrer’s 10 % add up',
      { percentages: [percent(10), percent(10, { source: 'FRIEND_SIGNUP' })] },
      2_00,
      0,
      null,
    ],
    [
      'eleven times 10 % take off the whole price and no more',
      { percentages: Array.from({ length: 11 }, () => percent(10)) },
      10_00,
      0,
      null,
    ],
    [
      'half a cent is rounded up',
      { percentages: [percent(5)], subscriptions: [subscription({ priceMinor: 9_90 })] },
      50,
      0,
      null,
    ],
    ['a cancelled percentage', { percentages: [percent(10, { cancelledAt: NOW - 1 })] }, 0, 0, null],
    ['a percentage that is not given yet', { percentages: [percent(10, { givenAt: null })] }, 0, 0, null],
    [
      'a percentage that is given before the bill',
      { percentages: [percent(10, { givenAt: utc('2026-03-10T05:59') })] },
      1_00,
      0,
      null,
    ],
    [
      'a percentage that is given after the bill',
      { percentages: [percent(10, { givenAt: utc('2026-03-10T06:01') })] },
      0,
      0,
      null,
    ],
    [
      'a percentage that ends before the bill',
      { percentages: [percent(10, { expiresAt: utc('2026-03-10T00:00') })] },
      0,
      0,
      null,
    ],
    [
      'a percentage that ends after the bill',
      { percentages: [percent(10, { expiresAt: utc('2026-03-10T12:00') })] },
      1_00,
      0,
      null,
    ],
    [
      'with the date alone any time of the day counts',
      {
        percentages: [percent(10, { expiresAt: utc('2026-03-10T00:01') })],
        subscriptions: [subscription({ timeOfDayMs: null })],
      },
      1_00,
      0,
      null,
    ],
    [
      'with the date alone an end at its midnight does not',
      {
        percentages: [percent(10, { expiresAt: utc('2026-03-10T00:00') })],
        subscriptions: [subscription({ timeOfDayMs: null })],
      },
      0,
      0,
      null,
    ],
    ['credit', { credits: { USD: 3_00 } }, 0, 3_00, null],
    ['more credit than the price', { credits: { USD: 30_00 } }, 0, 10_00, null],
    [
      'credit after the percentage',
      { percentages: [percent(80)], credits: { USD: 30_00 } },
      8_00,
      2_00,
      null,
    ],
    ['credit in another currency', { credits: { EUR: 3_00 } }, 0, 0, 'CURRENCY_DIFFERS'],
    ['credit in a unit of the merchant’s own', { credits: { points: 300 } }, 0, 0, null],
    [
      'a percentage beside credit in another currency',
      { percentages: [percent(10)], credits: { EUR: 3_00 } },
      1_00,
      0,
      null,
    ],
    [
      'another discount leaves less to take off',
      { percentages: [percent(50)], subscriptions: [subscription({ otherChangesMinor: -8_00 })] },
      2_00,
      0,
      null,
    ],
    [
      'another discount that takes off everything leaves nothing',
      { percentages: [percent(50)], subscriptions: [subscription({ otherChangesMinor: -12_00 })] },
      0,
      0,
      null,
    ],
    [
      'an add-on is charged in full',
      {
        percentages: [percent(100)],
        credits: { USD: 5_00 },
        subscriptions: [subscription({ otherChangesMinor: 4_00 })],
      },
      10_00,
      0,
      null,
    ],
    [
      'credit is not spent on what the processor’s own credit pays',
      { credits: { USD: 10_00 }, subscriptions: [subscription({ balanceMinor: -7_00 })] },
      0,
      3_00,
      null,
    ],
    [
      'reserved credit stays on its bill',
      { credits: { USD: 1_00 }, subscriptions: [subscription({ reservedMinor: 4_00 })] },
      0,
      5_00,
      null,
    ],
    [
      'reserved credit that has no room any more is given up',
      { percentages: [percent(90)], subscriptions: [subscription({ reservedMinor: 4_00 })] },
      9_00,
      1_00,
      null,
    ],
    [
      'a subscription that is past due waits, and gets no further credit',
      {
        percentages: [percent(10)],
        credits: { USD: 5_00 },
        subscriptions: [subscription({ status: 'PAST_DUE' })],
      },
      1_00,
      0,
      'PAST_DUE',
    ],
    [
      'a subscription whose last bill was made',
      {
        percentages: [percent(10)],
        credits: { USD: 5_00 },
        subscriptions: [subscription({ nextBillDate: null })],
      },
      0,
      0,
      'NO_NEXT_BILL',
    ],
    [
      'a subscription that has not begun',
      { percentages: [percent(10)], subscriptions: [subscription({ status: 'PENDING', timeOfDayMs: null })] },
      1_00,
      0,
      null,
    ],
    [
      'a currency without decimals',
      {
        percentages: [percent(12.5)],
        subscriptions: [subscription({ price: { minor: 100, currency: 'JPY' as Currency } })],
      },
      13,
      0,
      null,
    ],
  ])(
    'the discount of one subscription is right: %s',
    (_name, given, percentageMinor, creditMinor, waiting) => {
      const [bill] = billsOf(given).bills
      expect(bill).toMatchObject({
        percentageMinor,
        creditMinor,
        waiting,
        expected: { minor: percentageMinor + creditMinor },
      })
    },
  )

  test('the sum of the percentages stays visible beyond 100 %', () => {
    const [bill] = billsOf({ percentages: Array.from({ length: 11 }, () => percent(10)) }).bills
    expect(bill?.discount).toMatchObject({ uncapped: 110_00, applied: 100_00 })
  })
})

describe('an account without a live subscription', () => {
  const ended = [subscription({ status: 'CANCELLED' }), subscription({ status: 'EXPIRED' })]
  test.each<[string, Case, WaitingReason | null]>([
    ['waits with a percentage', { percentages: [percent(10)] }, 'NO_LIVE_SUBSCRIPTION'],
    ['waits with credit', { credits: { USD: 1 } }, 'NO_LIVE_SUBSCRIPTION'],
    [
      'waits with a percentage after its subscriptions ended',
      { percentages: [percent(10)], subscriptions: ended },
      'NO_LIVE_SUBSCRIPTION',
    ],
    ['waits for nothing without a reward', {}, null],
    [
      'waits for nothing with a percentage that ended',
      { percentages: [percent(10, { expiresAt: NOW })] },
      null,
    ],
    [
      'waits for nothing with one that was cancelled',
      { percentages: [percent(10, { cancelledAt: 1 })] },
      null,
    ],
    [
      'waits for nothing with one that begins later',
      { percentages: [percent(10, { givenAt: NOW + 1 })] },
      null,
    ],
    ['waits for nothing with credit of the merchant’s own unit', { credits: { POINTS: 5 } }, null],
  ])('an account without a live subscription %s', (_name, given, waiting) => {
    expect(billsOf({ subscriptions: [], ...given })).toMatchObject({ bills: [], waiting })
  })
})

test('each subscription gets the percentage; credit goes to the next bill first', () => {
  const { bills } = billsOf({
    percentages: [percent(10)],
    credits: { USD: 12_00 },
    subscriptions: [
      subscription({ id: 'later', nextBillDate: '2026-03-20' }),
      subscription({ id: 'b', nextBillDate: '2026-03-05' }),
      subscription({ id: 'a', nextBillDate: '2026-03-05' }),
    ],
  })
  expect(bills.map((it) => [it.subscriptionId, it.percentageMinor, it.creditMinor])).toEqual([
    ['a', 1_00, 9_00],
    ['b', 1_00, 3_00],
    ['later', 1_00, 0],
  ])
})

test('the next change is the next beginning or end of a percentage', () => {
  const percentages = [
    percent(10, { givenAt: NOW + 5, expiresAt: NOW + 9 }),
    percent(10, { givenAt: NOW - 5, expiresAt: NOW + 7 }),
    percent(10, { givenAt: NOW + 1, cancelledAt: NOW }),
  ]
  expect(billsOf({ percentages }).changesAt).toBe(NOW + 5)
  expect(billsOf({}).changesAt).toBeNull()
})

test('a date that is none is a defect', () => {
  for (const text of ['', '2026-3-1', '2026-02-30x', '2026-13-01'])
    expect(() => billTime(text, null)).toThrow(RangeError)
})

test('the time of day is counted from midnight UTC, before 1970 too', () => {
  expect(timeOfDay(utc('2026-03-01T06:00'))).toBe(SIX)
  expect(timeOfDay(-1)).toBe(86_399_999)
})
