import { expect, test } from 'vitest'
import type { Day } from '../../model/day.ts'
import { afterCredit, proratedAmount } from './update-subscription.ts'

test.each([
  ['on the first day', 3000, 6000, '2026-04-01', 2900],
  ['on day 10 of 30', 3000, 6000, '2026-04-10', 2000],
  ['on the last day', 3000, 6000, '2026-04-30', 0],
  ['on the day of the next bill, before it', 3000, 6000, '2026-05-01', 0],
  ['a downgrade', 6000, 3000, '2026-04-10', -2000],
  ['the same price', 3000, 3000, '2026-04-10', 0],
  ['half a cent goes away from zero', 0, 1, '2026-04-15', 1],
  ['and so below it', 1, 0, '2026-04-15', -1],
])('a change in April, %s, from %i to %i on %s costs %i', (_what, oldAmount, newAmount, today, amount) => {
  const period = { periodStart: '2026-04-01' as Day, periodEnd: '2026-04-30' as Day }
  expect(proratedAmount({ oldAmount, newAmount, ...period, today: today as Day })).toBe(amount)
})

test.each([
  [2000, 0, 2000, 0],
  [2000, -500, 1500, 0],
  [2000, -5000, 0, -3000],
  [2000, -2000, 0, 0],
  [2000, 700, 2000, 700],
])('%i with a balance of %i: %i are charged, and %i stay', (amount, before, due, balance) => {
  expect(afterCredit(amount, before)).toEqual({ due, balance })
})
