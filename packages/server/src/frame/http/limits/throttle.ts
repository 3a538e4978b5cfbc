import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../engine/foundation/clock.ts'

/** Throttles rejections under overload. */
export type Throttle = {
  /** Await it before rejecting a request of this caller: a merchant, or the network of an address. */
  readonly hold: (caller: string) => Promise<void>
}

/** Rejections per second, and how many are sent at once. */
type Rate = { readonly perSecond: number; readonly atOnce: number }

const OF_PROCESS: Rate = { perSecond: 1000, atOnce: 100 }
const OF_CALLER: Rate = { perSecond: 100, atOnce: 50 }
const MAX_MS = 5000
/** Each delayed rejection uses some memory. */
const MAX_HELD = 8000
const MAX_CALLERS = 10_000

/**
 * A rejection costs as much as its HTTP handling, and clients that ignore `Retry-After` retry at once:
 * thousands of them would take the time of accepted requests. So rejections have their own rate limits, in the process and
 * for one caller. A connection that waits for its rejection sends nothing else, and no body is read from it.
 */
export function createThrottle(stopwatch: Clock, wait: (ms: number) => Promise<unknown> = pause): Throttle {
  /** When the last queued rejection is due, of all callers and of each. */
  let turnAt = 0
  const turnsAt = new Map<string, number>()
  let held = 0
  return {
    async hold(caller) {
      const now = stopwatch.now()
      turnAt = nextTurn(turnAt, now, OF_PROCESS)
      const ofCaller = nextTurn(turnsAt.get(caller) ?? 0, now, OF_CALLER)
      if (turnsAt.size >= MAX_CALLERS) forgetBefore(now)
      turnsAt.set(caller, ofCaller)
      const waitMs = Math.max(turnAt, ofCaller) - now
      if (waitMs <= 0 || held >= MAX_HELD) return
      held += 1
      await wait(waitMs)
      held -= 1
    },
  }

  /** Callers who may send all that they may at once are like new ones; where there are too many others, all are. */
  function forgetBefore(now: number): void {
    for (const [caller, at] of turnsAt) if (at <= now - spanOf(OF_CALLER)) turnsAt.delete(caller)
    if (turnsAt.size >= MAX_CALLERS) turnsAt.clear()
  }
}

function nextTurn(turnAt: number, now: number, rate: Rate): number {
  return Math.min(Math.max(turnAt, now - spanOf(rate)) + 1000 / rate.perSecond, now + MAX_MS)
}

/** The milliseconds in which as many come up as may be sent at once. */
function spanOf({ perSecond, atOnce }: Rate): number {
  return (atOnce * 1000) / perSecond
}
