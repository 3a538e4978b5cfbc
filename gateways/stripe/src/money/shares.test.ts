import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareOf, spread } from './shares.ts'

describe('a share is rounded half away from zero', () => {
  test.each([
    [100, 1, 3, 33],
    [100, 2, 3, 67],
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [3, 1, 2, 2],
    [-100, 2, 3, -67],
    [599, 20, 100, 120],
    [99_999_999, 999_999, 1_000_000, 99_999_899],
    [0, 5, 7, 0],
    [2, 1, 5, 0],
    [5, 1, 5, 1],
  ])('the share of %i by %i / %i is %i', (amount, numerator, denominator, expected) => {
    expect(shareOf(amount, numerator, denominator) + 0).toBe(expected)
  })
})

test('what is spread adds up, and no part is more than one away from its exact share', () => {
  const weights = fc
    .array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 })
    .filter((each) => each.some((it) => it > 0))
  fc.assert(
    fc.property(fc.nat(10_000_000), weights, (amount, each) => {
      const parts = spread(amount, each)
      const whole = each.reduce((sum, it) => sum + it, 0)
      expect(parts.reduce((sum, it) => sum + it, 0)).toBe(amount)
      for (const [place, part] of parts.entries()) {
        expect(Math.abs(part - (amount * (each[place] ?? 0)) / whole)).toBeLessThan(1)
      }
    }),
  )
})
