/** Rules of sending events to webhook receivers. Times are the machine's, in milliseconds. */

export const disabledReasons = ['GONE', 'FAILING', 'MANUAL'] as const
/** Why a receiver is disabled: it answered 410, it has failed for days, or by request. */
export type DisabledReason = (typeof disabledReasons)[number]

export const deliveryStates = ['PENDING', 'SUCCEEDED', 'FAILED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why an attempt failed. */
export const attemptErrors = [
  'STATUS_NOT_2XX',
  'REDIRECTED',
  'GONE',
  'TIMED_OUT',
  'HOST_NOT_FOUND',
  'ADDRESS_NOT_PUBLIC',
  'CONNECTION_FAILED',
  'TLS_FAILED',
  'INVALID_RESPONSE',
  'SECRET_UNREADABLE',
] as const
export type AttemptError = (typeof attemptErrors)[number]

export const MAX_ATTEMPTS = 12

const SECOND_MS = 1000
const DAY_MS = 86_400_000
const FIRST_DELAY_MS = 5 * SECOND_MS
/** The factor that makes the attempts last for about three days. */
const GROWTH = 2.8
const JITTER = 0.2
const MAX_RETRY_AFTER_MS = DAY_MS
const FAILING_MS = 5 * DAY_MS

/** The result of an attempt, as far as it decides what follows. */
export type AttemptResult = {
  readonly error: AttemptError | null
  /** The delay that the receiver asked for; 0 without one. */
  readonly retryAfterMs: number
}

/** The next state of a delivery and of its receiver. */
export type DeliveryStep = {
  readonly state: DeliveryState
  /** Null unless the delivery is pending. */
  readonly nextAttemptAt: number | null
  readonly failingSince: number | null
  readonly disabled: DisabledReason | null
}

type AttemptedDelivery = {
  /** The number of attempts with the one that has just ended. */
  readonly attempts: number
  readonly isTest: boolean
  /** The first failure of the receiver after its last success. */
  readonly failingSince: number | null
}

/**
 * Computes the next state after an attempt. A receiver is disabled when it answers that it is gone, and when a delivery has
 * failed for good after no delivery has succeeded for five days: one failure after a quiet time is no reason.
 *
 * @param random from 0 up to 1
 */
export function afterAttempt(
  { attempts, isTest, failingSince }: AttemptedDelivery,
  { error, retryAfterMs }: AttemptResult,
  now: number,
  random: number,
): DeliveryStep {
  if (error === null) {
    return {
      state: 'SUCCEEDED',
      nextAttemptAt: null,
      failingSince: isTest ? failingSince : null,
      disabled: null,
    }
  }
  // The result is looked at, so a retry hours later is of no use.
  if (isTest) {
    return { state: 'FAILED', nextAttemptAt: null, failingSince, disabled: null }
  }
  const since = failingSince ?? now
  if (error === 'GONE') return { state: 'FAILED', nextAttemptAt: null, failingSince: since, disabled: 'GONE' }
  if (attempts >= MAX_ATTEMPTS) {
    const disabled = now - since >= FAILING_MS ? 'FAILING' : null
    return { state: 'FAILED', nextAttemptAt: null, failingSince: since, disabled }
  }
  const nextAttemptAt = now + delayMs(attempts, random, retryAfterMs)
  return { state: 'PENDING', nextAttemptAt, failingSince: since, disabled: null }
}

/** Exponential backoff with jitter, so that deliveries that failed together are not sent again together. */
function delayMs(attempts: number, random: number, retryAfterMs: number): number {
  const backoffMs = FIRST_DELAY_MS * GROWTH ** (attempts - 1) * (1 + JITTER * random)
  return Math.round(Math.max(backoffMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)))
}

/** How long `Retry-After` asks to wait, in seconds or until a date; 0 without a value that can be read. */
export function parseRetryAfter(text: string | null, now: number): number {
  if (text === null || text.length > 64) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
