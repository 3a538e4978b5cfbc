import { Refusal } from '@goodword/contract/frame/refusal'

/** Clocks differ a little. */
const AHEAD_MS = 60_000

/**
 * The time at which something is reported to have happened, at the latest now; null for now.
 *
 * @throws Refusal VALIDATION_FAILED for a date in the future
 */
export function pastDate(date: number | null, now: number, what: string): number {
  if (date === null) return now
  if (date <= now + AHEAD_MS) return Math.min(date, now)
  const message = `"date" is in the future. Give the time at which the payment was ${what}, or leave it out for now.`
  throw new Refusal('VALIDATION_FAILED', message, 'date')
}
