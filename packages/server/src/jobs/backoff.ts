/** A job is given up when so many runs of it have failed in a row: after 35 hours on average, and 69 at most. */
export const MAX_ATTEMPTS = 25

const FIRST_DELAY_MS = 2000
const MAX_DELAY_MS = 6 * 3_600_000

/**
 * How long to wait after a failed run: exponential backoff with full jitter, so that jobs that failed together do not come
 * back together. `random` is from 0 up to 1.
 */
export function retryDelayMs(attempt: number, random: number, retryAfterMs = 0): number {
  const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))
  return Math.round(Math.max(random * longest, Math.min(retryAfterMs, MAX_DELAY_MS)))
}
