import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { waitBeforeRetry } from './perform.ts'

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const failure = (code: string, status: number | null, retryAfterSeconds: number | null = null) =>
  new ApiError({ code, message: 'No.', status, retryAfterSeconds })

describe('the wait before a retry', () => {
  it.each([
    ['NO_ANSWER', null, 0, 250],
    ['NO_ANSWER', null, 1, 500],
    ['IDEMPOTENCY_KEY_IN_FLIGHT', 409, 2, 1000],
    ['TOO_MANY_REQUESTS', 429, 3, 2000],
    ['SERVICE_UNAVAILABLE', 503, 10, 8000],
    ['FOREIGN_ANSWER', 502, 0, 250],
    ['FOREIGN_ANSWER', 504, 0, 250],
  ])(
    'the wait after %s (%s), before retry %i, is between half and all of %i ms',
    (code, status, retry, longest) => {
      fc.assert(
        fc.property(chance, (random) => {
          const wait = waitBeforeRetry(failure(code, status), retry, () => random)
          expect(wait).toBeGreaterThanOrEqual(longest / 2)
          expect(wait).toBeLessThanOrEqual(longest)
        }),
      )
    },
  )

  it('the wait before a retry is never shorter than the server asks for', () => {
    fc.assert(
      fc.property(chance, fc.nat({ max: 60 }), fc.nat({ max: 20 }), (random, seconds, retry) => {
        const wait = waitBeforeRetry(failure('TOO_MANY_REQUESTS', 429, seconds), retry, () => random)
        expect(wait).toBeGreaterThanOrEqual(seconds * 1000)
        expect(wait).toBeLessThanOrEqual(seconds * 1000 + 250)
      }),
    )
  })

  it('a wait longer than a minute is not taken', () => {
    expect(waitBeforeRetry(failure('TOO_MANY_REQUESTS', 429, 61), 0, () => 0)).toBeNull()
  })

  it.each([
    ['VALIDATION_FAILED', 400],
    ['UNAUTHORIZED', 401],
    ['STALE_VERSION', 409],
    ['IDEMPOTENCY_KEY_REUSED', 422],
    ['INTERNAL_ERROR', 500],
    ['FOREIGN_ANSWER', 200],
    ['FOREIGN_ANSWER', 301],
    ['VALIDATION_FAILED', null],
  ])('a call is not retried after %s (%s)', (code, status) => {
    expect(waitBeforeRetry(failure(code, status), 0, () => 0)).toBeNull()
  })

  it('a call is not retried after a defect of our own', () => {
    expect(waitBeforeRetry(new TypeError('x'), 0, () => 0)).toBeNull()
  })
})
