import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, retryDelayMs } from './backoff.ts'

const HOUR_MS = 3_600_000

test.each([
  [1, 2000],
  [2, 4000],
  [10, 1_024_000],
  [14, 16_384_000],
  [15, 6 * HOUR_MS],
  [1000, 6 * HOUR_MS],
])('after the failed attempt %i, the next one comes within %i ms', (attempt, longest) => {
  expect(retryDelayMs(attempt, 0)).toBe(0)
  expect(retryDelayMs(attempt, 0.5)).toBe(longest / 2)
  expect(retryDelayMs(attempt, 1)).toBe(longest)
})

test('all attempts take 35 hours on average, and 69 at most', () => {
  const totalHours = (random: number) => {
    const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryDelayMs(index + 1, random))
    return Math.round(delays.reduce((sum, it) => sum + it, 0) / HOUR_MS)
  }
  expect([totalHours(0.5), totalHours(1)]).toEqual([35, 69])
})

test('the wait that the other side asks for is kept, up to six hours', () => {
  const attempts = fc.integer({ min: 1, max: 2000 })
  fc.assert(
    fc.property(attempts, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (attempt, random, asked) => {
      const delay = retryDelayMs(attempt, random, asked)
      expect(delay).toBeGreaterThanOrEqual(Math.min(asked, 6 * HOUR_MS))
      expect(delay).toBeLessThanOrEqual(6 * HOUR_MS)
    }),
  )
})
