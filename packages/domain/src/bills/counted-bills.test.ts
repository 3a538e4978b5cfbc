import { describe, expect, test } from 'vitest'
import { percent } from '../testing/bills.ts'
import { MONTHLY } from './billing-interval.ts'
import {
  type BillCalendar,
  countedEnd,
  countsForBill,
  type DatedBill,
  monthsBefore,
  type Percentage,
} from './counted-bills.ts'
import { type CountedBill, UNUSED, usedMonths } from './used-months.ts'

const HOUR_MS = 3_600_000
const utc = (text: string) => Date.parse(`${text}Z`)

function percentage(fields: Partial<Percentage> = {}): Percentage {
  return percent(10, { id: 'p', months: 12, ...fields })
}

function calendar(day: number, hour = 6): BillCalendar & { readonly used: DatedBill['used'] } {
  const timeOfDayMs = hour * HOUR_MS
  return { billingDay: day, billingInterval: MONTHLY, timeOfDayMs, madeAt: new Map(), used: new Map() }
}

const counted = (subscriptionId: string, date: string): CountedBill => ({
  subscriptionId,
  date,
  madeAt: utc(`${date}T06:00`),
  step: { months: 1 },
  percentages: ['p'],
})

describe('a subscription that is not the first', () => {
  const first = ['2026-01-10', '2026-02-10', '2026-03-10'].map((date) => counted('a', date))
  const beside = ['2026-01-10', '2026-02-10'].map((date) => counted('b', date))

  test.each([
    ['it replaced another one', 'c', '2026-03-20', first, 3],
    ['it was made beside another one', 'c', '2026-02-20', first, 2],
    ['two others were there', 'c', '2026-03-20', [...first, ...beside], 3],
    [
      'it followed one that had replaced another one',
      'c',
      '2026-06-01',
      [...first, counted('b', '2026-05-01')],
      4,
    ],
    ['another one goes on beside it', 'b', '2026-01-10', [...first, ...beside], 2],
  ])('it goes on with the months where %s', (_story, key, created, ledger, months) => {
    const subscription = { key, createdAt: utc(`${created}T06:00`) }
    expect(usedMonths('p', subscription, ledger).months).toBe(months)
  })
})

describe('before bills were kept', () => {
  const it = percentage({ source: 'FRIEND_SIGNUP', billsAfter: utc('2026-01-20T12:00') })
  const bill = { ...calendar(31), date: '2026-05-31' }

  test.each([
    ['no bill was due', '2026-01-31T05:00', 0],
    ['a bill was due', '2026-01-31T07:00', 1],
    ['months went by', '2026-04-30T07:00', 4],
    ['the months had not begun', '2026-01-01T00:00', 0],
  ])('the months are those of the calendar where %s', (_story, keptFrom, months) => {
    expect(monthsBefore(it, bill, utc(keptFrom)).months).toBe(months)
  })

  test('days are counted, and no months, of a weekly subscription before bills were kept', () => {
    const weekly = { ...bill, billingInterval: { unit: 'WEEK', count: 1 }, date: '2026-03-04' } as const
    const used = monthsBefore(it, weekly, utc('2026-02-11T12:00'))
    expect(used).toEqual({ firstDate: '2026-01-21', months: 0, days: 28 })
    expect(monthsBefore(percentage(), weekly, utc('2026-02-11T12:00'))).toEqual(UNUSED)
  })
})

describe('the expected end', () => {
  test('a friend’s percentage has none before its first bill, unless the server reported the payment', () => {
    const next = [{ ...calendar(31), nextBillDate: '2026-08-31' }]
    expect(countedEnd(percentage(), next, utc('2026-08-01T00:00'))).toEqual({ billsLeft: 12, endsAt: null })
    const converted = percentage({ months: 2, expiresAt: utc('2026-03-01T00:00') })
    const endsAt = utc('2026-10-01T00:00')
    expect(countedEnd(converted, next, utc('2026-02-01T00:00'))).toEqual({ billsLeft: 2, endsAt })
  })

  test('it is the day of the last bill of the subscription that is billed longest', () => {
    const it = percentage({ source: 'FRIEND_SIGNUP', months: 2, billsAfter: 0 })
    const used = new Map([['p', { firstDate: '2026-01-31', months: 1, days: 0 }]])
    const due = [
      { ...calendar(31), used, nextBillDate: '2026-02-28' },
      { ...calendar(5), nextBillDate: '2026-03-05' },
      { ...calendar(9), nextBillDate: null },
    ]
    expect(countedEnd(it, due.slice(0, 1), 0)).toEqual({ billsLeft: 1, endsAt: utc('2026-03-01T00:00') })
    expect(countedEnd(it, due, 0)).toEqual({ billsLeft: 2, endsAt: utc('2026-04-06T00:00') })
    expect(countedEnd(it, due.slice(2), 0)).toBeNull()
  })

  test('one that counts for no further bill is over now, or was before', () => {
    const used = new Map([['p', { firstDate: '2026-01-31', months: 12, days: 0 }]])
    const due = [{ ...calendar(31), used, nextBillDate: '2027-01-31' }]
    const it = percentage({ source: 'FRIEND_SIGNUP', billsAfter: 0, expiresAt: 500 })
    expect(countedEnd(it, due, 1000)).toEqual({ billsLeft: 0, endsAt: 500 })
    expect(countedEnd({ ...it, expiresAt: null }, due, 1000)).toEqual({ billsLeft: 0, endsAt: 1000 })
  })
})

describe('other percentages', () => {
  const bill = { ...calendar(10), date: '2026-03-10' }
  const from = utc('2026-03-10T06:00')

  test.each([
    ['by hand, until the moment of the bill', { source: 'MANUAL', months: 1, expiresAt: from }, false],
    ['by hand, until the moment after it', { source: 'MANUAL', months: 1, expiresAt: from + 1 }, true],
    ['for ever', { months: null }, true],
    ['of which the hold ends after the bill', { givenAt: from + 1 }, false],
    ['whose months begin after the bill', { source: 'FRIEND_SIGNUP', billsAfter: from }, false],
    ['cancelled', { cancelledAt: from }, false],
  ] as const)('other percentages count by their moments: %s', (_story, fields, counts) => {
    expect(countsForBill(percentage({ ...fields }), bill)).toBe(counts)
  })
})
