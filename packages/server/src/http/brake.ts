import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'

/** Slows down those who are turned away in crowds. */
export type Brake = {
  /** To be awaited before a request is turned away. */
  readonly hold: () => Promise<void>
}

/** So many are turned away in a second, and a tenth of that at once. */
const PER_SECOND = 1000
const AT_ONCE = 100
const LONGEST_MS = 5000
/** Each of them keeps some memory. */
const MAX_HELD = 8000

/**
 * A refusal costs as much as the HTTP around it, and callers who do not wait as they are told come again at once:
 * thousands of them would take the time that the work of others needs. So refusals have a pace of their own. A
 * connection that waits for its refusal asks nothing meanwhile.
 */
export function createBrake(stopwatch: Clock, wait: (ms: number) => Promise<unknown> = pause): Brake {
  /** When the last one that was turned away has had its turn. */
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
