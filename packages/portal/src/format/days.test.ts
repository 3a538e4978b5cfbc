import { expect, test } from 'vitest'
import { daysLater, monthsLater, startOfWeek, weeksOf } from './days.ts'

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-29', 7, '2026-04-05'],
])('%s and %i days is %s', (day, days, later) => {
  expect(daysLater(day, days)).toBe(later)
})

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
])('%s and %i months is %s', (day, months, later) => {
  expect(monthsLater(day, months)).toBe(later)
})

test.each([
  ['2026-02-14', 7, ['2026-02-01', '2026-02-28'], 4],
  ['2026-03-10', 1, ['2026-02-23', '2026-04-05'], 6],
  ['2026-11-24', 1, ['2026-10-26', '2026-12-06'], 6],
])(
  'the weeks of %s that begin on weekday %i are from and to %j',
  (day, firstWeekday, [first, last], count) => {
    const weeks = weeksOf(day, firstWeekday)
    expect(weeks).toHaveLength(count)
    expect([weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([first, last])
    expect(weeks.every((it) => it.length === 7)).toBe(true)
  },
)

test('a week begins on the weekday of the language', () => {
  expect(['2026-11-24', '2026-11-22'].map((it) => startOfWeek(it, 7))).toEqual(['2026-11-22', '2026-11-22'])
  expect(startOfWeek('2026-11-22', 1)).toBe('2026-11-16')
})
