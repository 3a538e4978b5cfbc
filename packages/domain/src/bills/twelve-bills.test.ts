import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Reward, type RewardSpec, statusesOf } from '../rewards/reward.ts'
import { code, paid, server, trial, user } from '../testing/calls.ts'
import { TestTenant } from '../testing/test-tenant.ts'
import { addDays, addMonths, startOfDay } from '../values/interval.ts'

// N months of a percentage are N monthly bills, regardless of the hour of the bills, the length of the months, and the time
// between a bill and the report of its payment.

const MINUTE_MS = 60_000
const utc = (text: string) => Date.parse(`${text}Z`)

/** Bills on one day of the month and at one time of day; a month without that day has its bill on the last day. */
type BillingDay = { readonly day: number; readonly timeMs: number }

/** The first bill is the one of the month of `from`; it may be due before `from`. */
function monthlyBills({ day, timeMs }: BillingDay, from: number, count: number): readonly number[] {
  const start = new Date(from)
  // Counted from January of the year, so that every month is clamped from the day itself.
  const anchor = Date.UTC(start.getUTCFullYear(), 0, day) + timeMs
  return Array.from({ length: count }, (_, index) => addMonths(anchor, start.getUTCMonth() + index))
}

function convertedAt(paidAt: number, months: number, identifiedAt = paidAt) {
  const spec: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: months }
  const tenant = new TestTenant({ referredReward: spec, referrerReward: spec })
  const isKnown = identifiedAt === paidAt
  tenant.now = addDays(paidAt, -1)
  tenant.track(isKnown ? server(user('b'), code('ADA'), trial) : server(code('ADA'), trial))
  tenant.now = paidAt
  tenant.track(server(paid))
  tenant.now = identifiedAt
  if (!isKnown) tenant.track(server(user('b')))
  const { referred, referring } = tenant.referral()
  if (referred.reward === null || referring.reward === null)
    throw new Error('reward missing after conversion')
  return { friend: referred.reward, referrer: referring.reward }
}

function daysInMonth(instantMs: number): number {
  const date = new Date(instantMs)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}

function discounted(bills: readonly number[], reward: Reward): number {
  return bills.filter((at) => statusesOf(reward, at)[0] === 'AVAILABLE').length
}

const billingDays: fc.Arbitrary<BillingDay> = fc.record({
  day: fc.integer({ min: 1, max: 31 }),
  timeMs: fc.oneof(fc.constantFrom(0, 1, 86_399_999), fc.integer({ min: 0, max: 86_399_999 })),
})
const months = fc.integer({ min: 1, max: 36 })
const starts = fc.date({
  min: new Date(utc('2024-01-01T00:00')),
  max: new Date(utc('2032-12-31T23:59')),
  noInvalidDate: true,
})
const delays = fc.oneof(fc.constant(0), fc.nat({ max: 86_399_999 }))

describe('the friend’s N months', () => {
  test('N months of the friend’s percentage are N bills for every billing day, time of day, length of months and report on the day of the bill', () => {
    fc.assert(
      fc.property(billingDays, starts, months, delays, (billing, start, count, delay) => {
        const bills = monthlyBills(billing, start.getTime(), count + 3)
        const [first = 0] = bills
        const endOfDay = startOfDay(first) + 86_399_999
        const { friend } = convertedAt(Math.min(first + delay, endOfDay), count)
        expect(discounted(bills, friend)).toBe(count)
      }),
      { numRuns: 3000 },
    )
  })

  test('N months of the friend’s percentage are N bills also when the first user is identified days after the payment', () => {
    fc.assert(
      fc.property(
        billingDays,
        starts,
        fc.integer({ min: 2, max: 36 }),
        fc.integer({ min: 1, max: 27 }),
        (billing, start, count, days) => {
          const bills = monthlyBills(billing, start.getTime(), count + 3)
          const [first = 0] = bills
          const { friend } = convertedAt(first, count, addDays(first, days))
          expect(discounted(bills, friend)).toBe(count)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['a bill at noon, reported five seconds later', '2026-03-10T12:00:00', 5_000, 12, '2027-03-10T00:00:00'],
    ['a bill at midnight', '2026-03-10T00:00:00', 5_000, 12, '2027-03-10T00:00:00'],
    ['a bill on 31 January, for one month', '2026-01-31T06:00:00', 5_000, 1, '2026-02-28T00:00:00'],
    ['a bill on 29 February, for a year', '2028-02-29T06:00:00', 5_000, 12, '2029-02-28T00:00:00'],
  ])('%s: the discount ends when the day of the next bill begins', (_story, bill, delay, count, end) => {
    expect(convertedAt(utc(bill) + delay, count).friend.expiresAt).toBe(utc(end))
  })

  test('yearly and weekly bills have the friend’s discount when they fall within', () => {
    const paidAt = utc('2026-03-10T12:00:05')
    const { friend } = convertedAt(paidAt, 12)
    const yearly = [0, 12, 24].map((it) => addMonths(paidAt - 5_000, it))
    expect(discounted(yearly, friend)).toBe(1)
    const weekly = Array.from({ length: 60 }, (_, week) => addDays(paidAt - 5_000, 7 * week))
    // 2027-03-09 is the 53rd of them, one day before the end of the discount.
    expect(discounted(weekly, friend)).toBe(53)
  })

  test('the friend’s discount does not end before it converts, however late the first user is identified', () => {
    const paidAt = utc('2026-03-10T12:00:00')
    const identifiedAt = addMonths(paidAt, 5)
    expect(convertedAt(paidAt, 3, identifiedAt).friend.expiresAt).toBe(identifiedAt)
  })
})

describe('the referrer’s N months', () => {
  test('N months of the referrer’s percentage are N bills for every moment of conversion, billing day and time of day', () => {
    fc.assert(
      fc.property(billingDays, starts, months, (billing, start, count) => {
        const paidAt = start.getTime()
        const bills = monthlyBills(billing, paidAt, count + 3).filter((it) => it >= paidAt)
        const { referrer } = convertedAt(paidAt, count)
        const lengths = [paidAt, addMonths(paidAt, count)].map(daysInMonth)
        const lastDay = Math.max(start.getUTCDate(), billing.day)
        const isExact = lengths[0] === lengths[1] || lengths.every((it) => it >= lastDay)
        const billed = discounted(bills, referrer)
        // A month without one of the two days has both on its last day, where only the hour decides which comes first.
        expect(Math.abs(billed - count)).toBeLessThanOrEqual(isExact ? 0 : 1)
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    [
      'bills at 06:00 on the day of a conversion at noon',
      '2026-03-10T12:00:00',
      { day: 10, timeMs: 6 * 60 * MINUTE_MS },
    ],
    [
      'bills at 18:00 on the day of a conversion at noon',
      '2026-03-10T12:00:00',
      { day: 10, timeMs: 18 * 60 * MINUTE_MS },
    ],
    ['bills on the last day of every month', '2026-01-31T12:00:00', { day: 31, timeMs: 6 * 60 * MINUTE_MS }],
    ['bills that have just been made', '2026-03-10T12:00:00', { day: 10, timeMs: 12 * 60 * MINUTE_MS - 1 }],
  ])('%s: the referrer’s percentage is on twelve bills', (_story, paidOn, billing) => {
    const paidAt = utc(paidOn)
    const bills = monthlyBills(billing, paidAt, 15).filter((it) => it >= paidAt)
    expect(discounted(bills, convertedAt(paidAt, 12).referrer)).toBe(12)
  })

  test('the referrer’s percentage is on the weekly and yearly bills that fall within', () => {
    const paidAt = utc('2026-03-10T12:00:00')
    const { referrer } = convertedAt(paidAt, 12)
    const weekly = Array.from({ length: 60 }, (_, week) => addDays(paidAt + MINUTE_MS, 7 * week))
    expect(discounted(weekly, referrer)).toBe(53)
    expect(
      discounted(
        [0, 12, 24].map((it) => addMonths(paidAt + MINUTE_MS, it)),
        referrer,
      ),
    ).toBe(1)
  })
})
