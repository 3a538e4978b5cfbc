import { expect, test } from 'vitest'
import type { Day } from '../../model/day.ts'
import { firstOn, periodFrom } from './bill.ts'

test.each([
  ['2026-01-15', 1, 15, '2026-02-14', '2026-02-15'],
  ['2026-01-31', 1, 31, '2026-02-27', '2026-02-28'],
  ['2026-02-28', 1, 31, '2026-03-30', '2026-03-31'],
  ['2028-01-30', 1, 30, '2028-02-28', '2028-02-29'],
  ['2026-11-30', 3, 30, '2027-02-27', '2027-02-28'],
  ['2026-02-28', 12, 28, '2027-02-27', '2027-02-28'],
  ['2026-01-20', 1, 5, '2026-02-04', '2026-02-05'],
])(
  'the period from %s, every %i months on day %i, lasts until %s, and the next is from %s',
  (start, months, day, end, next) => {
    expect(periodFrom(start as Day, months, day)).toEqual({ start, end, next })
  },
)

test.each([
  [15, '2026-01-10', '2026-01-15'],
  [10, '2026-01-10', '2026-01-10'],
  [9, '2026-01-10', '2026-02-09'],
  [31, '2026-02-10', '2026-02-28'],
  [29, '2026-02-28', '2026-02-28'],
  [5, '2026-12-06', '2027-01-05'],
])('the first bill of day %i, from %s on, is made on %s', (dayOfMonth, from, first) => {
  expect(firstOn(dayOfMonth, from as Day)).toBe(first)
})
