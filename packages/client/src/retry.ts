import { ApiError } from './api-error.ts'

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 8_000
/** A longer wait is left to the caller. */
const MAX_RETRY_AFTER_SECONDS = 60

// The statuses of a proxy that cannot reach the service, and of a service that is temporarily unavailable.
const PASSING_STATUSES: readonly number[] = [429, 502, 503, 504]

/**
 * How long to wait before the next attempt, or null if there is to be none. `retry` counts from 0. A `Retry-After` is
 * kept and a little added, so that many who wait do not come back at once; otherwise waits double, half of each by
 * chance. `random` gives a number from 0 to below 1.
 */
export function waitBeforeRetry(failure: unknown, retry: number, random: () => number): number | null {
  if (!(failure instanceof ApiError) || !mayPass(failure)) return null
  const wait = Math.min(FIRST_WAIT_MS * 2 ** retry, MAX_WAIT_MS)
  const jittered = wait / 2 + (wait / 2) * random()
  if (failure.retryAfterSeconds === null) return jittered
  if (failure.retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return null
  return failure.retryAfterSeconds * 1000 + FIRST_WAIT_MS * random()
}

/** Every operation may be repeated: by its state, or by the key that the client gives it. */
function mayPass({ code, status }: ApiError): boolean {
  if (code === 'NO_ANSWER' || code === 'IDEMPOTENCY_KEY_IN_FLIGHT') return true
  return status !== null && PASSING_STATUSES.includes(status)
}
