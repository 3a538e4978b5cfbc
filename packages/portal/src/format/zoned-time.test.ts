import { expect, test } from 'vitest'
import { timeInZone, zonedText } from './zoned-time.ts'

test.each([
  ['2026-01-15T12:30', 'UTC', '2026-01-15T12:30:00Z'],
  ['2026-01-15T12:30', 'Europe/Berlin', '2026-01-15T11:30:00Z'],
  ['2026-07-15T00:10', 'Asia/Kolkata', '2026-07-14T18:40:00Z'],
  ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
  ['2026-11-01T23:00', 'America/Los_Angeles', '2026-11-02T07:00:00Z'],
])('%s in %s is %s, and back', (text, timeZone, expected) => {
  expect(new Date(timeInZone(text, timeZone)).toISOString()).toBe(expected.replace('Z', '.000Z'))
  expect(zonedText(Date.parse(expected), timeZone)).toBe(text)
})

test('a day begins at midnight of the time zone', () => {
  expect(timeInZone('2026-07-01', 'America/New_York')).toBe(Date.parse('2026-07-01T04:00:00Z'))
})
