import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'

/** Throttles rejections under overload. */
export type Throttle = {
  /** Await it before rejecting a request. */
  readonly hold: () => Promise<void>
}

/** Rejections per second; a tenth of it at once. */
const PER_SECOND = 1000
const AT_ONCE = 100
const LONGEST_MS = 5000
/** Each delayed rejection uses some memory. */
const MAX_HELD = 8000

/**
 * A rejection costs as much as its HTTP handling, and clients that ignore `Retry-After` retry at once:
 * thousands of them would take the time of accepted requests. So rejections have their own rate limit. A
 * connection that waits for its rejection sends nothing else.
 */
export function createThrottle(stopwatch: Clock, wait: (ms: number) => Promise<unknown> = pause): Throttle {
  /** When the last queued rejection is due. */
  let turnAt = 0
  let held = 0
  return {
    async hold() {
      const now = stopwatch.now()
      const next = Math.max(turnAt, now - (AT_ONCE * 1000) / PER_SECOND) + 1000 / PER_SECOND
      const waitMs = Math.min(next - now, LONGEST_MS)
      turnAt = now + waitMs
      if (waitMs <= 0 || held >= MAX_HELD) return
      held += 1
      await wait(waitMs)
      held -= 1
    },
  }
}
