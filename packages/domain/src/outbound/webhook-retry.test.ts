import { describe, expect, it, test } from 'vitest'
import { afterAttempt, MAX_ATTEMPTS, parseRetryAfter } from './webhook-retry.ts'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 6, 8)

const failed = { error: 'STATUS_NOT_2XX', retryAfterMs: 0 } as const
const delivery = { attempts: 1, isTest: false, failingSince: null }

/** When each attempt is made, from the first on, if all of them fail. */
function attemptTimes(random: number): number[] {
  const times = [0]
  for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
    const now = times.at(-1) ?? 0
    const { nextAttemptAt } = afterAttempt({ ...delivery, attempts }, failed, now, random)
    times.push(nextAttemptAt ?? Number.NaN)
  }
  return times
}

describe('a delivery that fails', () => {
  it('a delivery that fails is tried twelve times over about three days, the second time after five seconds', () => {
    for (const random of [0, 0.5, 0.999]) {
      const times = attemptTimes(random)
      expect(times).toHaveLength(12)
      expect(times[1]).toBeGreaterThanOrEqual(5 * SECOND)
      expect(times[1]).toBeLessThanOrEqual(6 * SECOND)
      expect((times.at(-1) ?? 0) / DAY).toBeGreaterThan(2.6)
      expect((times.at(-1) ?? 0) / DAY).toBeLessThan(3.3)
    }
  })

  it('a delivery that fails waits longer after each attempt', () => {
    const times = attemptTimes(0)
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  })

  it('a delivery has failed for good after the last attempt, and leaves its receiver enabled', () => {
    const step = afterAttempt({ ...delivery, attempts: MAX_ATTEMPTS }, failed, NOW, 0)
    expect(step).toEqual({ state: 'FAILED', nextAttemptAt: null, failingSince: NOW, disabled: null })
  })
})

describe('Retry-After', () => {
  test.each([
    ['longer than the backoff', 120 * SECOND, 120 * SECOND],
    ['shorter than the backoff', 2 * SECOND, 5 * SECOND],
    ['longer than a day', 30 * DAY, DAY],
  ])('a Retry-After that is %s is respected within bounds', (_, retryAfterMs, waited) => {
    const step = afterAttempt(delivery, { ...failed, retryAfterMs }, NOW, 0)
    expect(step).toMatchObject({ state: 'PENDING', nextAttemptAt: NOW + waited })
  })

  test.each([
    ['120', 120 * SECOND],
    ['Wed, 08 Jul 2026 00:01:00 GMT', 60 * SECOND],
    ['Wed, 08 Jul 2020 00:01:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
    ['9'.repeat(100), 0],
    [null, 0],
  ])('the header Retry-After of %s is read as %d ms', (text, ms) => {
    expect(parseRetryAfter(text, NOW)).toBe(ms)
  })
})

describe('a receiver', () => {
  const last = { ...delivery, attempts: MAX_ATTEMPTS }

  it('a receiver is disabled when it answers that it is gone', () => {
    const step = afterAttempt(delivery, { error: 'GONE', retryAfterMs: 0 }, NOW, 0)
    expect(step).toMatchObject({ state: 'FAILED', disabled: 'GONE' })
  })

  it('a receiver is disabled when a delivery failed for good and none has succeeded for five days', () => {
    const at = (failingSince: number) => afterAttempt({ ...last, failingSince }, failed, NOW, 0).disabled
    expect(at(NOW - 5 * DAY)).toBe('FAILING')
    expect(at(NOW - 5 * DAY + 1)).toBe(null)
  })

  it('a receiver is not disabled by one failure after a quiet time', () => {
    const step = afterAttempt({ ...delivery, failingSince: NOW - 20 * DAY }, failed, NOW, 0)
    expect(step).toMatchObject({ state: 'PENDING', disabled: null })
  })

  it('a receiver counts as working again after a success', () => {
    const step = afterAttempt({ ...last, failingSince: NOW - DAY }, { error: null, retryAfterMs: 0 }, NOW, 0)
    expect(step).toEqual({ state: 'SUCCEEDED', nextAttemptAt: null, failingSince: null, disabled: null })
  })

  it('a receiver is not disabled by tests, which are sent once', () => {
    const test = { ...delivery, isTest: true, failingSince: NOW - 9 * DAY }
    for (const error of ['GONE', 'TIMED_OUT'] as const) {
      const step = afterAttempt(test, { error, retryAfterMs: 0 }, NOW, 0)
      expect(step).toEqual({
        state: 'FAILED',
        nextAttemptAt: null,
        failingSince: NOW - 9 * DAY,
        disabled: null,
      })
    }
    const passed = afterAttempt(test, { error: null, retryAfterMs: 0 }, NOW, 0)
    expect(passed.failingSince).toBe(NOW - 9 * DAY)
  })
})
