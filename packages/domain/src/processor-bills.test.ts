import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countsFor, type Percentage } from './bill-discount.ts'
import { billTime, timeOfDay } from './bill-time.ts'
import { addDays, addMonths } from './interval.ts'
import { rateFromPercent } from './rate.ts'
import { amountOf, type Reward, type RewardSpec } from './reward.ts'
import { coupon, paidOn, processor } from './testing/calls.ts'
import { TestTenant } from './testing/test-tenant.ts'

// N months of a percentage are N monthly bills at the payment processor, which reports only the date of the next bill. The
// hour is that of the bill before.

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const utc = (text: string) => Date.parse(`${text}Z`)

/** Both sides' rewards of a referral whose friend's first bill was made at `paidAt` and was seen at `seenAt`. */
function rewardsOf(paidAt: number, seenAt: number, months: number) {
  const spec: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: months }
  const tenant = new TestTenant({ referredReward: spec, referrerReward: spec, isProcessorConnected: true })
  tenant.now = paidAt
  tenant.track(processor(coupon('ADA')))
  tenant.now = seenAt
  tenant.track(processor(paidOn(paidAt)))
  const { referred, referring } = tenant.referral()
  if (referred.reward === null || referring.reward === null)
    throw new Error('reward missing after conversion')
  return { friend: referred.reward, referrer: referring.reward }
}

/** The bills that had the discount, when each was computed from its date and the hour of the bill before. */
function discounted(bills: readonly number[], reward: Reward): number {
  const percentage: Percentage = {
    ...reward,
    rate: rateFromPercent(amountOf(reward.spec) / 100) ?? fail(),
  }
  return bills.slice(1).filter((at, index) => {
    const date = new Date(at).toISOString().slice(0, 10)
    return countsFor(percentage, billTime(date, timeOfDay(bills[index] ?? at)))
  }).length
}

function fail(): never {
  throw new Error('no rate')
}

/** Bills on a day of the month; a month without it has its bill on the last day. Index 0 is the month of `from`. */
function monthly(day: number, timeMs: number, from: number, first: number, count: number): readonly number[] {
  const start = new Date(from)
  const anchor = Date.UTC(start.getUTCFullYear(), 0, day) + timeMs
  return Array.from({ length: count }, (_, index) => addMonths(anchor, start.getUTCMonth() + first + index))
}

const days = fc.integer({ min: 1, max: 31 })
const times = fc.oneof(fc.constantFrom(0, 6 * HOUR_MS, DAY_MS - 1), fc.nat({ max: DAY_MS - 1 }))
const months = fc.oneof(fc.constant(12), fc.integer({ min: 1, max: 36 }))
const starts = fc
  .date({
    min: new Date(utc('2024-01-01T00:00')),
    max: new Date(utc('2032-12-31T23:59')),
    noInvalidDate: true,
  })
  .map((it) => it.getTime())
/** From the bill to the moment at which it is seen: seconds as a rule, days when the processor was away. */
const delays = fc.oneof(fc.nat({ max: 10_000 }), fc.nat({ max: 20 * DAY_MS }))

describe('the friend’s percentage', () => {
  test('is on N monthly bills, the first of them the one that converts, however late its payment is seen', () => {
    fc.assert(
      fc.property(days, times, starts, months, delays, (day, timeMs, start, count, delay) => {
        const bills = monthly(day, timeMs, start, 0, count + 3)
        const [paidAt = 0] = bills
        const { friend } = rewardsOf(paidAt, paidAt + delay, count)
        // The first bill had the discount up front, or gets it as a refund.
        expect(1 + discounted(bills, friend)).toBe(count)
      }),
      { numRuns: 2000 },
    )
  })

  test('a first bill at any hour of sign-up is followed by bills at another hour', () => {
    fc.assert(
      fc.property(starts, times, months, (paidAt, timeMs, count) => {
        const day = new Date(paidAt).getUTCDate()
        const following = monthly(day, timeMs, paidAt, 1, count + 2)
        const { friend } = rewardsOf(paidAt, paidAt + 5_000, count)
        expect(1 + discounted([paidAt, ...following], friend)).toBe(count)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['weekly bills: those of a year', (paidAt: number) => weekly(paidAt, 60), 53],
    ['yearly bills: the first', (paidAt: number) => [0, 12, 24].map((it) => addMonths(paidAt, it)), 1],
    ['bills of a quarter', (paidAt: number) => [0, 3, 6, 9, 12].map((it) => addMonths(paidAt, it)), 4],
  ])('%s', (_name, billsFrom, count) => {
    const paidAt = utc('2026-03-10T06:00')
    expect(1 + discounted(billsFrom(paidAt), rewardsOf(paidAt, paidAt + 5_000, 12).friend)).toBe(count)
  })

  test('after a change of plan in between, the bills that fall within', () => {
    const paidAt = utc('2026-03-10T06:00')
    const { friend } = rewardsOf(paidAt, paidAt, 12)
    const moved = [paidAt, utc('2026-04-10T06:00'), ...monthly(20, 6 * HOUR_MS, paidAt, 2, 14)]
    // 10 March, 10 April, then the 20th of each month from May to February.
    expect(1 + discounted(moved, friend)).toBe(12)
  })
})

describe('the referrer’s percentage', () => {
  test('is on the N monthly bills that follow the conversion', () => {
    fc.assert(
      fc.property(days, times, starts, months, (day, timeMs, convertedAt, count) => {
        const all = monthly(day, timeMs, convertedAt, -1, count + 4)
        const following = all.filter((it) => it >= convertedAt)
        const before = all.filter((it) => it < convertedAt).at(-1) ?? 0
        const { referrer } = rewardsOf(convertedAt, convertedAt, count)
        const lengths = [convertedAt, addMonths(convertedAt, count)].map(daysInMonth)
        const lastDay = Math.max(new Date(convertedAt).getUTCDate(), day)
        const isExact = lengths[0] === lengths[1] || lengths.every((it) => it >= lastDay)
        const billed = discounted([before, ...following], referrer)
        // A month without one of the two days has both on its last day, where only the hour decides which comes first.
        expect(Math.abs(billed - count)).toBeLessThanOrEqual(isExact ? 0 : 1)
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['bills at 06:00 on the anniversary of a conversion at noon', '2026-03-10T12:00', 10, 6],
    ['bills at 18:00 on the anniversary of a conversion at noon', '2026-03-10T12:00', 10, 18],
    ['bills at the hour of the conversion', '2026-03-10T06:00', 10, 6],
    ['bills on the last day of the month', '2026-01-31T12:00', 31, 6],
    ['bills on another day', '2026-03-10T12:00', 25, 6],
    ['a conversion on 29 February', '2028-02-29T12:00', 15, 6],
  ])('%s: twelve', (_name, conversion, day, hour) => {
    const convertedAt = utc(conversion)
    const all = monthly(day, hour * HOUR_MS, convertedAt, -1, 18)
    const made = all.filter((it) => it < convertedAt).at(-1) ?? 0
    const bills = [made, ...all.filter((it) => it >= convertedAt)]
    expect(discounted(bills, rewardsOf(convertedAt, convertedAt, 12).referrer)).toBe(12)
  })

  test('weekly bills: those of a year; yearly bills: one', () => {
    const convertedAt = utc('2026-03-10T12:00')
    const { referrer } = rewardsOf(convertedAt, convertedAt, 12)
    expect(discounted(weekly(utc('2026-03-09T06:00'), 70), referrer)).toBe(52)
    const yearly = [0, 12, 24].map((it) => addMonths(utc('2025-06-01T06:00'), it))
    expect(discounted(yearly, referrer)).toBe(1)
  })
})

function weekly(from: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, week) => addDays(from, 7 * week))
}

function daysInMonth(instantMs: number): number {
  const date = new Date(instantMs)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
}
