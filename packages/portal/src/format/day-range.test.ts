import { expect, test } from 'vitest'
import { endOfDay, timeRangeOf } from './day-range.ts'
import { timeInZone } from './zoned-time.ts'

test.each([
  ['2026-03-29', 'UTC', '2026-03-29T00:00:00.000Z', '2026-03-29T23:59:59.999Z'],
  // The clocks are put forward and back on these days.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['2026-01-01', 'America/New_York', '2026-01-01T05:00:00.000Z', '2026-01-02T04:59:59.999Z'],
  ['2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z', '2026-01-01T18:29:59.999Z'],
])('the day %s in %s is from %s to %s', (day, zone, from, to) => {
  expect(new Date(timeInZone(day, zone)).toISOString()).toBe(from)
  expect(new Date(endOfDay(day, zone)).toISOString()).toBe(to)
})

test.each([
  [undefined, undefined, undefined],
  ['2026-03-01', undefined, '1772319600000'],
  [undefined, '2026-03-01', '0,1772405999999'],
  ['2026-03-01', '2026-03-02', '1772319600000,1772492399999'],
])('the days from %s to %s are the range %s', (from, to, range) => {
  expect(timeRangeOf(from, to, 'Europe/Berlin')).toBe(range)
})
