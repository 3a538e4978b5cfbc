import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rate } from '../values/rate.ts'
import type { BillingInterval } from './billing-interval.ts'
import { type BillCalendar, countedEnd, countsForBill, type Percentage } from './counted-bills.ts'

// N months of a percentage are N monthly bills of the subscription, whatever the days and months. The bills here come from
// a calendar of the test's own, which steps day by day.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const utc = (text: string) => Date.parse(`${text}Z`)
const dateOf = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 10)

type Rhythm = { readonly day: number; readonly months: number; readonly hour: number }
type Bill = { readonly date: string; readonly at: number }

/** All bills in a range of days: on the billing day or the last day of a shorter month, of every k-th month. */
function billsBetween(
  from: number,
  days: number,
  { day, months, hour }: Rhythm,
  phase: number,
): readonly Bill[] {
  const bills: Bill[] = []
  let month = -1
  let today = new Date(from - (from % DAY_MS))
  for (let step = 0; step < days; step += 1) {
    const tomorrow = new Date(today.getTime() + DAY_MS)
    const [date, next] = [today.getUTCDate(), tomorrow.getUTCDate()]
    if (date === 1) month += 1
    if ((date === day || (next === 1 && date < day)) && month >= 0 && month % months === phase) {
      bills.push({ date: dateOf(today.getTime()), at: today.getTime() + hour * HOUR_MS })
    }
    today = tomorrow
  }
  return bills
}

function percentage(fields: Partial<Percentage>): Percentage {
  const rate = 10_00 as Rate
  return {
    source: 'REFERRED',
    rate,
    givenAt: 0,
    expiresAt: null,
    cancelledAt: null,
    months: 12,
    billsAfter: null,
    ...fields,
  }
}

function calendar({ day, months, hour }: Rhythm): BillCalendar {
  return {
    billingDay: day,
    billingInterval: { unit: 'MONTH', count: months },
    timeOfDayMs: hour * HOUR_MS,
    madeAt: new Map(),
  }
}

/** The start of a year, which may be a leap year. */
const starts = fc.integer({ min: 2023, max: 2032 }).map((year) => Date.UTC(year, 0, 1))
const rhythms = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  months: fc.constantFrom(1, 3, 6, 12),
  hour: fc.constantFrom(0, 6, 23),
})
const counts = fc.integer({ min: 1, max: 24 })

/** The end as it is stored after each bill was made and seen a minute later. */
function endsSeen(
  it: Percentage,
  begin: number,
  bills: readonly Bill[],
  rhythm: Rhythm,
): readonly (number | null)[] {
  let expiresAt = it.expiresAt
  return bills.map((next, index) => {
    const now = (bills[index - 1]?.at ?? begin) + 60_000
    const due = [{ ...calendar(rhythm), nextBillDate: next.date }]
    expiresAt = countedEnd({ ...it, expiresAt }, due, now) ?? expiresAt
    return expiresAt
  })
}

describe('the referrer’s percentage', () => {
  test('the referrer’s percentage is on the N / k bills that follow the conversion, at least on those within, and ends with the last of them', () => {
    fc.assert(
      fc.property(
        starts,
        rhythms,
        counts,
        fc.nat(11),
        fc.nat(366 * DAY_MS),
        (start, rhythm, months, at, offset) => {
          const convertedAt = start + offset
          const all = billsBetween(start, 366 * 4 + 400, rhythm, at % rhythm.months)
          const bills = all.filter((bill) => bill.at > convertedAt)
          const it = percentage({
            source: 'FRIEND_SIGNUP',
            months,
            givenAt: convertedAt,
            billsAfter: convertedAt,
          })
          const counted = bills.filter((bill) => countsForBill(it, { ...calendar(rhythm), date: bill.date }))
          expect(counted).toEqual(bills.slice(0, counted.length))
          const least = Math.floor(months / rhythm.months)
          if (months % rhythm.months === 0) expect(counted.length).toBe(least)
          else expect([least, least + 1]).toContain(counted.length)
          // What is stored before each bill says whether it counts for that bill.
          const ends = endsSeen(it, convertedAt, bills.slice(0, counted.length + 2), rhythm)
          const runs = ends.map((end, index) => (end ?? 0) > (bills[index - 1]?.at ?? convertedAt) + 60_000)
          expect(runs).toEqual(ends.map((_, index) => index < counted.length))
        },
      ),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['28 February after the bill, on the 31st', '2026-02-28T12:00', 31, 12, '2026-03-31', '2027-02-28'],
    ['30 January, on the 31st, for one month', '2026-01-30T12:00', 31, 1, '2026-01-31', '2026-01-31'],
    [
      '28 February after the bill, on the 31st, for one month',
      '2026-02-28T12:00',
      31,
      1,
      '2026-03-31',
      '2026-03-31',
    ],
    [
      '29 February after the bill, on the 30th, for two',
      '2028-02-29T12:00',
      30,
      2,
      '2028-03-30',
      '2028-04-30',
    ],
    ['the day of a bill at another hour', '2026-03-10T05:00', 10, 12, '2026-03-10', '2027-02-10'],
  ])(
    'the referrer’s percentage is right when the referral converted on %s',
    (_story, conversion, day, months, first, last) => {
      const convertedAt = utc(conversion)
      const rhythm = { day, months: 1, hour: 6 }
      const it = percentage({
        source: 'FRIEND_SIGNUP',
        months,
        givenAt: convertedAt,
        billsAfter: convertedAt,
      })
      const bills = billsBetween(Date.UTC(new Date(convertedAt).getUTCFullYear(), 0, 1), 900, rhythm, 0)
      const counted = bills
        .filter((bill) => bill.at > convertedAt)
        .filter((bill) => countsForBill(it, { ...calendar(rhythm), date: bill.date }))
      expect([counted[0]?.date, counted.at(-1)?.date, counted.length]).toEqual([first, last, months])
    },
  )

  test('the referrer’s percentage goes by the hour at which the bill of that day was made, where payments show it', () => {
    const convertedAt = utc('2026-03-10T12:00')
    const it = percentage({
      source: 'FRIEND_SIGNUP',
      months: 1,
      givenAt: convertedAt,
      billsAfter: convertedAt,
    })
    const rhythm = calendar({ day: 10, months: 1, hour: 6 })
    const late = { ...rhythm, madeAt: new Map([['2026-03-10', utc('2026-03-10T12:30')]]) }
    expect(countsForBill(it, { ...rhythm, date: '2026-04-10' })).toBe(true)
    expect(countsForBill(it, { ...late, date: '2026-04-10' })).toBe(false)
  })
})

describe('the friend’s percentage', () => {
  test('the friend’s percentage is on N / k bills from the first one on, and on at least those within', () => {
    fc.assert(
      fc.property(starts, rhythms, counts, fc.nat(11), (start, rhythm, months, at) => {
        const bills = billsBetween(start, 366 * 4 + 400, rhythm, at % rhythm.months)
        const [first] = bills
        if (first === undefined) throw new Error('no bill')
        const it = percentage({ months, billsAfter: Date.parse(first.date) - 1 })
        const counted = bills.filter((bill) => countsForBill(it, { ...calendar(rhythm), date: bill.date }))
        expect(counted).toEqual(bills.slice(0, Math.ceil(months / rhythm.months)))
        const ends = endsSeen(it, first.at - HOUR_MS, bills.slice(0, counted.length + 2), rhythm)
        const before = first.at - HOUR_MS
        const runs = ends.map((end, index) => (end ?? 0) > (bills[index - 1]?.at ?? before) + 60_000)
        expect(runs).toEqual(ends.map((_, index) => index < counted.length))
      }),
      { numRuns: 3000 },
    )
  })

  test('the friend’s percentage counts for every bill as long as its months have not begun, also where a server reported the payment', () => {
    const due = { ...calendar({ day: 31, months: 1, hour: 6 }), date: '2026-08-31' }
    expect(countsForBill(percentage({ months: 1 }), due)).toBe(true)
    const converted = percentage({ months: 2, expiresAt: utc('2026-03-01T00:00') })
    expect(countsForBill(converted, due)).toBe(true)
    const next = [{ ...due, nextBillDate: due.date }]
    expect(countedEnd(percentage({}), next, utc('2026-08-01T00:00'))).toBe(null)
    // The next bill and the one after it.
    expect(countedEnd(converted, next, utc('2026-02-01T00:00'))).toBe(utc('2026-10-01T00:00'))
  })

  test('the friend’s percentage of a subscription that replaces another counts by the days of its own bills', () => {
    const it = percentage({ months: 3, billsAfter: utc('2026-01-31T00:00') - 1 })
    const moved = calendar({ day: 10, months: 1, hour: 6 })
    const counted = ['2026-02-10', '2026-03-10', '2026-04-10', '2026-05-10'].filter((date) =>
      countsForBill(it, { ...moved, date }),
    )
    expect(counted).toEqual(['2026-02-10', '2026-03-10', '2026-04-10'])
  })
})

describe('the percentage of a subscription that is billed every so many days', () => {
  /** The day on which so many calendar months end, by stepping day by day; a shorter month ends them with its last day. */
  function endOfMonths(from: number, months: number): number {
    const day = new Date(from).getUTCDate()
    let at = from
    for (let turns = 0; ; ) {
      at += DAY_MS
      const today = new Date(at)
      if (today.getUTCDate() === 1) turns += 1
      const isLast = new Date(at + DAY_MS).getUTCDate() === 1
      if (turns === months && (today.getUTCDate() === day || (isLast && today.getUTCDate() < day))) return at
    }
  }

  test('it is on the bills within N calendar months of the first one that counts, and ends with the last of them', () => {
    fc.assert(
      fc.property(
        starts,
        fc.constantFrom<[BillingInterval, number]>(
          [{ unit: 'DAY', count: 1 }, 1],
          [{ unit: 'DAY', count: 30 }, 30],
          [{ unit: 'WEEK', count: 1 }, 7],
          [{ unit: 'WEEK', count: 4 }, 28],
          [{ unit: 'WEEK', count: 13 }, 91],
        ),
        fc.integer({ min: 1, max: 14 }),
        fc.nat(400 * DAY_MS),
        fc.constantFrom(0, 6, 23),
        (start, [billingInterval, days], months, offset, hour) => {
          const moment = start + offset
          const rhythm = { ...calendar({ day: 1, months: 1, hour }), billingDay: null, billingInterval }
          const bills = Array.from({ length: Math.ceil(900 / days) + 2 }, (_, index) => {
            const at = start + index * days * DAY_MS
            return { date: dateOf(at), at: at + hour * HOUR_MS }
          }).filter(({ at }) => at > moment)
          const [first] = bills
          if (first === undefined) throw new Error('no bill')
          const end = endOfMonths(Date.parse(first.date), months)
          const within = bills.filter(({ date }) => Date.parse(date) < end)
          const it = percentage({ source: 'FRIEND_SIGNUP', months, givenAt: moment, billsAfter: moment })
          const counted = bills.filter(({ date }) => countsForBill(it, { ...rhythm, date }))
          expect(counted).toEqual(within)
          const last = Date.parse(within.at(-1)?.date ?? '') + DAY_MS
          const ends = within.map(({ date }, index) => {
            const now = (bills[index - 1]?.at ?? moment) + 60_000
            return countedEnd(it, [{ ...rhythm, nextBillDate: date }], now)
          })
          expect(ends).toEqual(within.map(() => last))
          const next = bills[within.length]
          if (next === undefined) throw new Error('no bill after the last one that counts')
          const due = [{ ...rhythm, nextBillDate: next.date }]
          expect(countedEnd({ ...it, expiresAt: last }, due, next.at - 1)).toBeLessThan(next.at)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('a yearly one is billed every twelve months', () => {
    const it = percentage({ months: 12, billsAfter: utc('2026-01-31T00:00') - 1 })
    const yearly = {
      ...calendar({ day: 31, months: 1, hour: 6 }),
      billingInterval: { unit: 'YEAR', count: 1 },
    } as const
    const counted = ['2026-01-31', '2027-01-31', '2028-01-31']
    expect(counted.filter((date) => countsForBill(it, { ...yearly, date }))).toEqual(['2026-01-31'])
    const next = [{ ...yearly, nextBillDate: '2026-01-31' }]
    expect(countedEnd(it, next, utc('2026-01-30T00:00'))).toBe(utc('2026-02-01T00:00'))
  })
})

describe('other percentages', () => {
  const bill = { ...calendar({ day: 10, months: 1, hour: 6 }), date: '2026-03-10' }
  const from = utc('2026-03-10T06:00')

  test.each([
    ['by hand, until the moment of the bill', { source: 'MANUAL', months: 1, expiresAt: from }, false],
    ['by hand, until the moment after it', { source: 'MANUAL', months: 1, expiresAt: from + 1 }, true],
    ['for ever', { months: null }, true],
    ['of which the hold ends after the bill', { givenAt: from + 1 }, false],
    ['cancelled', { cancelledAt: from }, false],
  ] as const)('other percentages count by their moments: %s', (_story, fields, counts) => {
    expect(countsForBill(percentage({ ...fields }), bill)).toBe(counts)
  })
})
