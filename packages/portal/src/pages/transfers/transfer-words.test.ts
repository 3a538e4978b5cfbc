import { expect, test } from 'vitest'
import { endOfDay, mappingsFor, sizeText, startOfDay } from './transfer-words.ts'

test.each([
  ['2026-03-29', 'UTC', '2026-03-29T00:00:00.000Z', '2026-03-29T23:59:59.999Z'],
  // The clocks are put forward and back on these days.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['2026-01-01', 'America/New_York', '2026-01-01T05:00:00.000Z', '2026-01-02T04:59:59.999Z'],
  ['2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z', '2026-01-01T18:29:59.999Z'],
])('the day %s in %s is from %s to %s', (day, zone, from, to) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(from)
  expect(new Date(endOfDay(day, zone)).toISOString()).toBe(to)
})

test('sizes are in the largest unit that fits', () => {
  const sizes = [0, 999, 1000, 1_250_000, 1_073_741_824, 5e12].map(sizeText)
  expect(sizes).toEqual(['0 bytes', '999 bytes', '1 kB', '1.3 MB', '1.1 GB', '5,000 GB'])
})

test('only mappings that know a kind are offered for it', () => {
  expect(mappingsFor('balances')).toEqual(['saasquatch'])
  expect(mappingsFor('users')).toContain('referralcandy')
  expect(mappingsFor('referrals')).not.toContain('referralcandy')
})
