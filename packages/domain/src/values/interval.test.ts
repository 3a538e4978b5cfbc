import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths } from './interval.ts'

const instants = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.getTime())
const months = fc.integer({ min: -500, max: 120_000 })

describe('adding months', () => {
  test.each([
    ['2026-01-31T10:20:30.400Z', 1, '2026-02-28T10:20:30.400Z'],
    ['2028-01-31T23:59:59.999Z', 1, '2028-02-29T23:59:59.999Z'],
    ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', 48, '2032-02-29T00:00:00.000Z'],
    ['2026-10-31T12:00:00.000Z', 1, '2026-11-30T12:00:00.000Z'],
    ['2026-11-30T12:00:00.000Z', 3, '2027-02-28T12:00:00.000Z'],
    ['2026-12-15T12:00:00.000Z', 1, '2027-01-15T12:00:00.000Z'],
    ['2026-03-31T12:00:00.000Z', -1, '2026-02-28T12:00:00.000Z'],
    ['2026-05-05T05:05:05.005Z', 0, '2026-05-05T05:05:05.005Z'],
  ])('the date %s plus %i months is %s', (start, count, end) => {
    expect(new Date(addMonths(Date.parse(start), count)).toISOString()).toBe(end)
  })

  test('adding months lands in the month counted, on the same day or on the last one before it, at the same time of day', () => {
    fc.assert(
      fc.property(instants, months, (start, count) => {
        const [from, to] = [new Date(start), new Date(addMonths(start, count))]
        expect(monthNumber(to)).toBe(monthNumber(from) + count)
        expect(timeOfDay(to)).toBe(timeOfDay(from))
        if (to.getUTCDate() !== from.getUTCDate()) {
          expect(to.getUTCDate()).toBeLessThan(from.getUTCDate())
          expect(monthNumber(new Date(addDays(to.getTime(), 1)))).toBe(monthNumber(to) + 1)
        }
      }),
    )
  })

  test('adding months never puts a later instant before an earlier one, and more months are always later', () => {
    fc.assert(
      fc.property(instants, instants, months, (one, other, count) => {
        const [early, late] = one < other ? [one, other] : [other, one]
        // Clamping may bring both to one day, where the time of day decides.
        expect(startOfDay(addMonths(early, count))).toBeLessThanOrEqual(startOfDay(addMonths(late, count)))
        expect(addMonths(early, count)).toBeLessThan(addMonths(early, count + 1))
      }),
    )
  })

  test('adding months refuses to leave the range of dates', () => {
    expect(() => addMonths(8.64e15, 1)).toThrow(RangeError)
    expect(() => addMonths(Number.NaN, 1)).toThrow(RangeError)
  })
})

describe('adding days', () => {
  test('adding days adds 24 hours each, over the end of a year and back', () => {
    const start = Date.parse('2027-12-31T08:00:00Z')
    expect(addDays(start, 1)).toBe(Date.parse('2028-01-01T08:00:00Z'))
    expect(addDays(addDays(start, 400), -400)).toBe(start)
  })

  test('adding days refuses to leave the range of dates', () => {
    expect(() => addDays(8.64e15, 1)).toThrow(RangeError)
  })
})

function monthNumber(date: Date): number {
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

function timeOfDay(date: Date): string {
  return date.toISOString().slice(-13)
}

function startOfDay(instantMs: number): number {
  return new Date(instantMs).setUTCHours(0, 0, 0, 0)
}
