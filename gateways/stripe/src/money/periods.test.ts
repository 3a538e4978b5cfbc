import { expect, test } from 'vitest'
import type { Interval } from '../model/catalog.ts'
import { addMonths, boundaryAfter } from './periods.ts'

test.each<[Interval, number, string, string[]]>([
  ['day', 1, '2026-01-31T12:00:00', ['2026-02-01T12:00:00', '2026-02-02T12:00:00']],
  ['day', 10, '2026-01-31T12:00:00', ['2026-02-10T12:00:00', '2026-02-20T12:00:00']],
  ['week', 2, '2026-01-31T12:00:00', ['2026-02-14T12:00:00', '2026-02-28T12:00:00']],
  ['month', 1, '2026-01-31T12:00:00', ['2026-02-28T12:00:00', '2026-03-31T12:00:00', '2026-04-30T12:00:00']],
  ['month', 3, '2026-11-30T00:00:00', ['2027-02-28T00:00:00', '2027-05-30T00:00:00']],
  [
    'year',
    1,
    '2024-02-29T06:30:00',
    ['2025-02-28T06:30:00', '2026-02-28T06:30:00', '2027-02-28T06:30:00', '2028-02-29T06:30:00'],
  ],
])('%s × %i from %s begins at %j', (interval, intervalCount, anchor, expected) => {
  let at = secondsOf(anchor)
  const boundaries = expected.map(() => {
    at = boundaryAfter(secondsOf(anchor), { interval, intervalCount }, at)
    return new Date(at * 1000).toISOString().slice(0, 19)
  })
  expect(boundaries).toEqual(expected)
})

test('an anchor in the future is the first boundary after now, and one in the past is counted on', () => {
  const monthly = { interval: 'month', intervalCount: 1 } as const
  const anchor = secondsOf('2026-03-15T00:00:00')
  expect(boundaryAfter(anchor, monthly, secondsOf('2026-03-01T00:00:00'))).toBe(anchor)
  expect(boundaryAfter(anchor, monthly, secondsOf('2026-02-01T00:00:00'))).toBe(addMonths(anchor, -1))
  expect(boundaryAfter(anchor, monthly, secondsOf('2027-03-15T00:00:00'))).toBe(addMonths(anchor, 13))
})

function secondsOf(text: string): number {
  return Date.parse(`${text}Z`) / 1000
}
